import { useTranslation } from 'react-i18next'
import type { LadderStep } from '#contract/alerts/ladders.ts'
import { formatDuration } from '../alerts/duration.ts'
import { useLabels } from '../resource/labels.ts'
import { weekdays } from './audiences.ts'
import styles from './ladder.module.css'

/** Read-only list of a ladder's steps. */
export function StepList({ steps }: { steps: readonly LadderStep[] }) {
  const { t, i18n } = useTranslation(['ladders', 'emergency'])
  const labels = useLabels('ladders')
  const contactLabels = useLabels('contacts')
  const days = weekdays(i18n.language)
  let begins = 0
  return (
    <ol className={styles.read}>
      {steps.map((step, at) => {
        const { who, channel, priority, role, wait_seconds, times, every_seconds, on_duty } = step
        const excluded = step.exclude_relationships.map(name => contactLabels.option('relationship', name))
        begins += wait_seconds
        const audience = labels.option('who', who)
        const only = [priority && labels.option('priority', String(priority)), role].filter(Boolean)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is nothing but its values
          <li key={at}>
            <span className="numbers">{formatDuration(begins)}</span>{' '}
            <strong>{only.length > 0 ? `${audience} (${only.join(' · ')})` : audience}</strong>
            {' · '}
            {t(`emergency:channels.${channel}`)}
            {times > 1 && ` · ${t('repeats', { count: times, time: formatDuration(every_seconds) })}`}
            {excluded.length > 0 && <small>{t('without', { groups: excluded.join(', ') })}</small>}
            {step.exclude_ids.length > 0 && (
              <small>{t('withoutPeople', { count: step.exclude_ids.length })}</small>
            )}
            {on_duty.map(({ days: on, from, to }) => (
              <small key={`${on}${from}${to}`}>
                {on.map(day => days[day - 1]?.short).join(' ')} {from}–{to}
              </small>
            ))}
          </li>
        )
      })}
    </ol>
  )
}
