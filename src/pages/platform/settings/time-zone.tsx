import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '#kit/analytics/panel.tsx'
import { useCaller } from '#kit/caller.ts'
import { useFormat } from '#kit/format.ts'
import { say } from '#kit/toasts.ts'
import { useWording } from '#kit/wording.ts'
import { keepReading } from '#providers/auth.ts'
import styles from './settings.module.css'

/** In which time zone the signed-in person reads times, on every device of theirs. */
export function TimeZone() {
  const { t } = useTranslation(['revenue', 'common'])
  const { time_zone } = useCaller()
  const format = useFormat()
  const id = useId()
  const { byName } = useWording()
  const zones = byName([...new Set([time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])], zone => zone)
  const choose = (time_zone: string) =>
    keepReading({ time_zone }).then(
      () => say({ tone: 'good', text: t('settings.saved') }),
      () => say({ tone: 'bad', text: t('common:networkError') }),
    )
  return (
    <Panel title={t('settings.timeZone')} lead={t('settings.timeZoneHint')}>
      <p className={styles.zone}>
        <label htmlFor={id}>{t('settings.timeZone')}</label>
        <select id={id} translate="no" value={time_zone} onChange={event => void choose(event.target.value)}>
          {zones.map(zone => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
        <span className={styles.now}>{t('settings.now', { time: format.dateTime(Date.now()) })}</span>
      </p>
    </Panel>
  )
}
