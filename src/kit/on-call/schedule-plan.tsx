import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OnCallPlan, onCall } from '#contract/alerts/on-call.ts'
import { Button } from '../button.tsx'
import { Callout } from '../callout.tsx'
import { isolated, useFormat } from '../format.ts'
import { Panel } from '../panel.tsx'
import { QueryState } from '../query-state.tsx'
import type { PreviewProps } from '../resource/resource.ts'
import { Segmented } from '../segmented.tsx'
import { useCall } from '../use-call.ts'
import styles from './on-call.module.css'
import { useSpanFormat } from './span-format.ts'
import { Spans } from './spans.tsx'
import { Timeline } from './timeline.tsx'

const dayMs = 86_400_000
/** Milliseconds between two readings: hand-overs and other people's changes appear by themselves. */
const refetchIntervalMs = 30_000
/** Problems that are shown without asking for all. */
const shownAtOnce = 5
const ranges = { week: 7, month: 28 } as const

/** The shifts of a saved schedule: who is on call now, what is missing, the timeline, overrides and absences. */
export function SchedulePlan({ row, saved }: PreviewProps) {
  const { t } = useTranslation('on-call')
  return (
    <Panel title={t('plan.title')}>
      {row && saved ? <Plan id={row.id} /> : <p className={styles.section}>{t('plan.saveFirst')}</p>}
    </Panel>
  )
}

function Plan({ id }: { id: string }) {
  const { t } = useTranslation('on-call')
  const [range, setRange] = useState<keyof typeof ranges>('week')
  const [from, setFrom] = useState<string>()
  const days = ranges[range]
  const plan = useCall(
    onCall.plan,
    { params: { id }, query: { days, ...(from && { from }) } },
    { resource: 'on-call-schedules', refetchIntervalMs },
  )
  return (
    <QueryState of={plan} failed={t('plan.failed')}>
      {data => (
        <>
          <Now plan={data} />
          <Problems plan={data} />
          <section className={styles.section}>
            <div className={styles.bar}>
              <Segmented
                label={t('plan.range')}
                options={[
                  { value: 'week', text: t('plan.week') },
                  { value: 'month', text: t('plan.month') },
                ]}
                value={range}
                onChange={setRange}
              />
              <div className={styles.actions}>
                <Button onClick={() => setFrom(at(data.from, -days))}>{t('plan.previous')}</Button>
                <Button onClick={() => setFrom(undefined)}>{t('plan.today')}</Button>
                <Button onClick={() => setFrom(at(data.to, 0))}>{t('plan.next')}</Button>
              </div>
              <p className={styles.quiet}>{t('zone', { zone: data.time_zone })}</p>
            </div>
            <Timeline plan={data} />
          </section>
          <Spans kind="overrides" schedule={id} plan={data} />
          <Spans kind="absences" schedule={id} plan={data} />
        </>
      )}
    </QueryState>
  )
}

/** Days from an instant; noon is within the right day on both sides of a clock change. */
const at = (instant: string, days: number) =>
  new Date(Date.parse(instant) + days * dayMs + dayMs / 2).toISOString()

function Now({ plan: { now, time_zone } }: { plan: OnCallPlan }) {
  const { t } = useTranslation('on-call')
  const format = useSpanFormat(time_zone)
  return (
    <section className={styles.section}>
      <h3>{t('plan.now')}</h3>
      {now ? (
        <p className={styles.now}>
          <strong>
            <bdi>{now.person_name}</bdi>
          </strong>{' '}
          {t('plan.until', { time: format.dateTime(now.ends_at) })}
        </p>
      ) : (
        <Callout tone="warn">{t('plan.noOne')}</Callout>
      )}
    </section>
  )
}

function Problems({ plan: { problems, time_zone } }: { plan: OnCallPlan }) {
  const { t } = useTranslation('on-call')
  const { number } = useFormat()
  return (
    <section className={styles.section}>
      <h3>{t('problems.title')}</h3>
      {problems.length === 0 ? (
        <p className={styles.quiet}>{t('problems.none')}</p>
      ) : (
        <Callout tone="warn">
          <ProblemList problems={problems.slice(0, shownAtOnce)} zone={time_zone} />
          {problems.length > shownAtOnce && (
            <details>
              <summary>{t('problems.all', { number: number(problems.length) })}</summary>
              <ProblemList problems={problems.slice(shownAtOnce)} zone={time_zone} />
            </details>
          )}
        </Callout>
      )}
    </section>
  )
}

function ProblemList({ problems, zone }: { problems: OnCallPlan['problems']; zone: string }) {
  const { t } = useTranslation('on-call')
  const format = useSpanFormat(zone)
  return (
    <ul className={styles.list}>
      {problems.map(problem => {
        const { kind, person_name, other_schedule, starts_at } = problem
        const time = isolated(format.range(problem))
        return (
          <li key={`${kind}${starts_at}${person_name}${other_schedule}`}>
            <span>
              {kind === 'gap'
                ? t('problems.gap', { time })
                : t('problems.double', {
                    name: isolated(person_name ?? ''),
                    schedule: isolated(other_schedule ?? ''),
                    time,
                  })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
