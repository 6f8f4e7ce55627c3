import { useTranslation } from 'react-i18next'
import type { DutyWindow } from '#contract/alerts/duty.ts'
import type { OnCallLayer } from '#contract/alerts/on-call.ts'
import { weekdays } from '../ladder/audiences.ts'
import styles from '../ladder/ladder.module.css'

/** Read-only list of a schedule's layers. */
export function LayerList({ layers }: { layers: readonly OnCallLayer[] }) {
  const { t } = useTranslation('on-call')
  return (
    <ol className={styles.read}>
      {layers.map(({ name, rotation, every, handover_at, windows }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a layer is nothing but its values
        <li key={at}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {' · '}
          {t(`repeats.${rotation}`, { count: every })} · {handover_at}
          {windows.length > 0 && (
            <small>
              <WindowList windows={windows} />
            </small>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Hours of a week as text; none means always. */
export function WindowList({ windows }: { windows: readonly DutyWindow[] }) {
  const { t, i18n } = useTranslation('on-call')
  const days = weekdays(i18n.language)
  if (windows.length === 0) return t('always')
  return windows
    .map(({ days: on, from, to }) => `${on.map(day => days[day - 1]?.short).join(' ')} ${from}–${to}`)
    .join(' · ')
}
