import { useTranslation } from 'react-i18next'
import type { DutyWindow } from '#contract/alerts/duty.ts'
import { weekdays } from '../ladder/audiences.ts'

/** Hours of a week as text; none means always. */
export function WindowList({ windows }: { windows: readonly DutyWindow[] }) {
  const { t, i18n } = useTranslation('on-call')
  const days = weekdays(i18n.language)
  if (windows.length === 0) return t('always')
  return windows
    .map(({ days: on, from, to }) => `${on.map(day => days[day - 1]?.short).join(' ')} ${from}–${to}`)
    .join(' · ')
}
