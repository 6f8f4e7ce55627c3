import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SubscriptionStats, statsRanges, subscriptions } from '#contract/billing/subscriptions.ts'
import { FigureValue } from '#kit/analytics/figure-value.tsx'
import { PeriodText } from '#kit/analytics/period-text.tsx'
import { Reading } from '#kit/reading.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { RevenueFigures } from '#kit/revenue/revenue-figures.tsx'
import { Segments } from '#kit/segments.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './statistics.module.css'

/** What all subscriptions come to, above their list; each number opens to what it is made of. */
export function Statistics() {
  const { t } = useTranslation('subscriptions')
  const [range, setRange] = useState<SubscriptionStats['time_range']>('30d')
  const query = { time_range: range }
  const stats = useCall(subscriptions.stats, { query }, { follows: 'subscriptions' })
  return (
    <section className={styles.statistics} aria-labelledby="statistics">
      <header>
        <h2 id="statistics">{t('statistics.title')}</h2>
        <Segments
          label={t('statistics.range')}
          options={statsRanges.map(value => ({ value, text: t(`statistics.ranges.${value}`) }))}
          value={range}
          onChange={setRange}
        />
      </header>
      <RevenueFigures time={query}>
        <Reading of={stats} failed={t('statistics.failed')} skeleton={<div className={styles.awaited} />}>
          {of => <Figures of={of} />}
        </Reading>
      </RevenueFigures>
    </section>
  )
}

interface FiguresProps {
  of: SubscriptionStats
}

function Figures({
  of: { period, mrr, arr, by_status, by_plan, cancelling, started, ended, churn_rate },
}: FiguresProps) {
  const { t } = useTranslation('subscriptions')
  const labels = useLabels('subscriptions')
  return (
    <>
      <Group title={t('statistics.now')}>
        <Entry text={t('statistics.mrr')}>
          <FigureValue figure="mrr" value={mrr} />
        </Entry>
        <Entry text={t('statistics.arr')}>
          <FigureValue figure="arr" value={arr} />
        </Entry>
        <Entry text={t('statistics.cancelling')}>
          <FigureValue figure="ending_subscriptions" value={cancelling} />
        </Entry>
        {by_status.map(({ status, subscriptions }) => {
          const name = labels.option('status', status)
          return (
            <Entry key={status} text={name}>
              <FigureValue figure="subscriptions" of={name} value={subscriptions} held={{ status }} />
            </Entry>
          )
        })}
        {by_plan.map(({ plan, subscriptions, mrr }) => {
          const name = labels.option('plan', plan)
          return (
            <Entry key={plan} text={t('statistics.onPlan', { plan: name })}>
              <FigureValue figure="active_subscriptions" of={name} value={subscriptions} held={{ plan }} />
              {' · '}
              <FigureValue figure="mrr" of={name} value={mrr} held={{ plan }} />
            </Entry>
          )
        })}
      </Group>
      <Group title={t('statistics.since')} lead={<PeriodText of={period} />}>
        <Entry text={t('statistics.trials')}>
          <FigureValue figure="trials_started" value={started.trials} />
        </Entry>
        <Entry text={t('statistics.paid')}>
          <FigureValue figure="new_subscriptions" value={started.paid} />
        </Entry>
        <Entry text={t('statistics.returned')}>
          <FigureValue figure="returned_customers" value={started.returned} />
        </Entry>
        <Entry text={t('statistics.expired')}>
          <FigureValue figure="trials_expired" value={ended.trials} />
        </Entry>
        <Entry text={t('statistics.lost')}>
          <FigureValue figure="churned_customers" value={ended.paid} />
        </Entry>
        <Entry text={t('statistics.churn')}>
          <FigureValue figure="churn_rate" value={churn_rate} />
        </Entry>
      </Group>
    </>
  )
}

interface GroupProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

function Group({ title, lead, children }: GroupProps) {
  return (
    <div>
      <h3>{title}</h3>
      {lead}
      <dl className={styles.figures}>{children}</dl>
    </div>
  )
}

function Entry({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div>
      <dt>{text}</dt>
      <dd className="numbers">{children}</dd>
    </div>
  )
}
