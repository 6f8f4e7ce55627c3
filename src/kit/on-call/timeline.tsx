import { useTranslation } from 'react-i18next'
import type { OnCallPlan, OnCallShift } from '#contract/alerts/on-call.ts'
import styles from './on-call.module.css'
import { useSpanFormat } from './span-format.ts'

const dayMs = 86_400_000
const weekDays = 7

interface Week {
  start: number
  end: number
}

/** The weeks of a plan; the last one may be shorter or longer by an hour where the clock changes. */
function weeksOf({ from, to }: OnCallPlan): Week[] {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const count = Math.max(1, Math.round((end - start) / dayMs / weekDays))
  const length = (end - start) / count
  return Array.from({ length: count }, (_, week) => ({
    start: start + week * length,
    end: start + (week + 1) * length,
  }))
}

/** The layers and the final schedule: a grid of weeks, or on narrow screens a list of days. */
export function Timeline({ plan }: { plan: OnCallPlan }) {
  return (
    <div>
      {weeksOf(plan).map(week => (
        <WeekGrid key={week.start} plan={plan} week={week} />
      ))}
      <DayList plan={plan} />
    </div>
  )
}

function WeekGrid({ plan, week }: { plan: OnCallPlan; week: Week }) {
  const { t } = useTranslation('on-call')
  const format = useSpanFormat(plan.time_zone)
  // Noon, so that a clock change does not move a heading to the day before.
  const noon = (day: number) => week.start + (day + 0.5) * ((week.end - week.start) / weekDays)
  return (
    <div className={styles.week}>
      <div className={styles.head} aria-hidden>
        {Array.from({ length: weekDays }, (_, day) => (
          <span key={noon(day)}>{format.day(noon(day))}</span>
        ))}
      </div>
      {plan.layers.map(({ name, shifts }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a layer is nothing but its place
        <Track key={at} label={name} shifts={shifts} week={week} zone={plan.time_zone} />
      ))}
      <Track isFinal label={t('plan.final')} shifts={plan.shifts} week={week} zone={plan.time_zone} />
    </div>
  )
}

interface TrackProps {
  label: string
  shifts: readonly OnCallShift[]
  week: Week
  zone: string
  isFinal?: boolean
}

function Track({ label, shifts, week, zone, isFinal = false }: TrackProps) {
  const { t } = useTranslation('on-call')
  const format = useSpanFormat(zone)
  const length = week.end - week.start
  const share = (instant: number) =>
    `${(Math.max(0, Math.min(1, (instant - week.start) / length)) * 100).toFixed(3)}%`
  const touching = shifts.filter(
    ({ starts_at, ends_at }) => Date.parse(ends_at) > week.start && Date.parse(starts_at) < week.end,
  )
  return (
    <>
      <span className={isFinal ? `${styles.label} ${styles.final}` : styles.label} title={label}>
        <bdi>{label}</bdi>
      </span>
      <ul className={styles.track} aria-label={label}>
        {touching.map(shift => {
          const { starts_at, ends_at, person_name, layer } = shift
          const start = Math.max(Date.parse(starts_at), week.start)
          const words = `${person_name}${layer === null ? ` (${t('plan.override')})` : ''}: ${format.range(shift)}`
          return (
            <li
              key={starts_at}
              className={styles.shift}
              data-override={layer === null || undefined}
              title={words}
              style={{
                insetInlineStart: share(start),
                inlineSize: share(week.start + Math.min(Date.parse(ends_at), week.end) - start),
              }}
            >
              <bdi className={styles.person} aria-hidden>
                {person_name}
              </bdi>
              <span className="spoken">{words}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** The final schedule by the days on which shifts start. */
function DayList({ plan }: { plan: OnCallPlan }) {
  const { t } = useTranslation('on-call')
  const format = useSpanFormat(plan.time_zone)
  const days = Map.groupBy(plan.shifts, ({ starts_at }) => format.dayKey(starts_at))
  return (
    <ul className={styles.days}>
      {[...days].map(([key, shifts]) => (
        <li key={key}>
          <h4>{format.day((shifts[0] as OnCallShift).starts_at)}</h4>
          <ul className={styles.list}>
            {shifts.map(shift => (
              <li key={shift.starts_at}>
                <span>
                  <bdi>{shift.person_name}</bdi>
                  {shift.layer === null && ` · ${t('plan.override')}`}
                  <small>{format.range(shift)}</small>
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
      {days.size === 0 && <li>{t('plan.noOne')}</li>}
    </ul>
  )
}
