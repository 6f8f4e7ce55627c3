import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SubscriptionStats, subscriptions } from '#contract/subscriptions.ts'
import { useFormat } from '#kit/format.ts'
import { Reading } from '#kit/reading.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { Segments } from '#kit/segments.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './statistics.module.css'

const ranges = ['7d', '30d', '90d', '12m'] as const

/** What all subscriptions come to, above their list. */
export function Statistics() {
  const { t } = useTranslation('subscriptions')
  const [range, setRange] = useState<SubscriptionStats['time_range']>('30d')
  const stats = useCall(subscriptions.stats, { query: { time_range: range } }, { follows: 'subscriptions' })
  return (
    <section className={styles.statistics} aria-labelledby="statistics">
      <header>
        <h2 id="statistics">{t('statistics.title')}</h2>
        <Segments
          label={t('statistics.range')}
          options={ranges.map(value => ({ value, text: t(`statistics.ranges.${value}`) }))}
          value={range}
          onChange={setRange}
        />
      </header>
      <Reading of={stats} failed={t('statistics.failed')} skeleton={<div className={styles.awaited} />}>
        {of => <Figures of={of} />}
      </Reading>
    </section>
  )
}

function Figures({
  of: { mrr, arr, by_status, by_plan, cancelling, started, ended, churn_rate },
}: {
  of: SubscriptionStats
}) {
  const { t } = useTranslation('subscriptions')
  const labels = useLabels('subscriptions')
  const format = useFormat()
  const counted = (text: string, count: number) => ({ text, value: format.number(count) })
  const now = [
    { text: t('statistics.mrr'), value: format.money(mrr) },
    { text: t('statistics.arr'), value: format.money(arr) },
    counted(t('statistics.cancelling'), cancelling),
    ...by_status.map(({ status, subscriptions }) => counted(labels.option('status', status), subscriptions)),
    ...by_plan.map(({ plan, subscriptions, mrr }) => ({
      text: t('statistics.onPlan', { plan: labels.option('plan', plan) }),
      value: t('statistics.worth', { subscriptions: format.number(subscriptions), mrr: format.money(mrr) }),
    })),
  ]
  const since = [
    counted(t('statistics.trials'), started.trials),
    counted(t('statistics.paid'), started.paid),
    counted(t('statistics.returned'), started.returned),
    counted(t('statistics.expired'), ended.trials),
    counted(t('statistics.lost'), ended.paid),
    { text: t('statistics.churn'), value: format.percent(churn_rate) },
  ]
  return (
    <>
      <Group title={t('statistics.now')} figures={now} />
      <Group title={t('statistics.since')} figures={since} />
    </>
  )
}

interface GroupProps {
  title: string
  figures: { text: string; value: string }[]
}

function Group({ title, figures }: GroupProps) {
  return (
    <div>
      <h3>{title}</h3>
      <dl className={styles.figures}>
        {figures.map(({ text, value }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd className="numbers">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
