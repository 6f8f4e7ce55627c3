import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SubscriptionStats, statsRanges, subscriptions } from '#contract/billing/subscriptions.ts'
import { FigureValue } from '#kit/analytics/figure-cards.tsx'
import { PeriodText } from '#kit/analytics/figures-page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { RevenueFigures } from '#kit/revenue/revenue-figures.tsx'
import { Segmented } from '#kit/segmented.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './statistics.module.css'

/** Totals over all subscriptions; each opens its filtered list. */
export function Statistics() {
  const { t } = useTranslation('subscriptions')
  const [range, setRange] = useState<SubscriptionStats['time_range']>('30d')
  const query = { time_range: range }
  const stats = useCall(subscriptions.stats, { query }, { resource: 'subscriptions' })
  return (
    <section className={styles.statistics} aria-labelledby="statistics">
      <header>
        <h2 id="statistics">{t('statistics.title')}</h2>
        <Segmented
          label={t('statistics.range')}
          options={statsRanges.map(value => ({ value, text: t(`statistics.ranges.${value}`) }))}
          value={range}
          onChange={setRange}
        />
      </header>
      <RevenueFigures time={query}>
        <QueryState of={stats} failed={t('statistics.failed')} skeleton={<div className={styles.awaited} />}>
          {of => <Figures of={of} />}
        </QueryState>
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
        <StatisticLink text={t('statistics.mrr')}>
          <FigureValue figure="mrr" value={mrr} />
        </StatisticLink>
        <StatisticLink text={t('statistics.arr')}>
          <FigureValue figure="arr" value={arr} />
        </StatisticLink>
        <StatisticLink text={t('statistics.cancelling')}>
          <FigureValue figure="ending_subscriptions" value={cancelling} />
        </StatisticLink>
        {by_status.map(({ status, subscriptions }) => {
          const name = labels.option('status', status)
          return (
            <StatisticLink key={status} text={name}>
              <FigureValue figure="subscriptions" of={name} value={subscriptions} held={{ status }} />
            </StatisticLink>
          )
        })}
        {by_plan.map(({ plan, subscriptions, mrr }) => {
          const name = labels.option('plan', plan)
          return (
            <StatisticLink key={plan} text={t('statistics.onPlan', { plan: name })}>
              <FigureValue figure="active_subscriptions" of={name} value={subscriptions} held={{ plan }} />
              {' · '}
              <FigureValue figure="mrr" of={name} value={mrr} held={{ plan }} />
            </StatisticLink>
          )
        })}
      </Group>
      <Group title={t('statistics.since')} lead={<PeriodText of={period} />}>
        <StatisticLink text={t('statistics.trials')}>
          <FigureValue figure="trials_started" value={started.trials} />
        </StatisticLink>
        <StatisticLink text={t('statistics.paid')}>
          <FigureValue figure="new_subscriptions" value={started.paid} />
        </StatisticLink>
        <StatisticLink text={t('statistics.returned')}>
          <FigureValue figure="returned_customers" value={started.returned} />
        </StatisticLink>
        <StatisticLink text={t('statistics.expired')}>
          <FigureValue figure="trials_expired" value={ended.trials} />
        </StatisticLink>
        <StatisticLink text={t('statistics.lost')}>
          <FigureValue figure="churned_customers" value={ended.paid} />
        </StatisticLink>
        <StatisticLink text={t('statistics.churn')}>
          <FigureValue figure="churn_rate" value={churn_rate} />
        </StatisticLink>
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

function StatisticLink({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div>
      <dt>{text}</dt>
      <dd className="numbers">{children}</dd>
    </div>
  )
}
