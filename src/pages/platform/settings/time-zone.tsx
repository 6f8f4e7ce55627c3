import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '#kit/analytics/panel.tsx'
import { useCurrentUser } from '#kit/current-user.ts'
import { useFormat } from '#kit/format.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { Select } from '#kit/select.tsx'
import { toast } from '#kit/toasts.ts'
import { saveLocaleSettings } from '#providers/auth.ts'
import styles from './settings.module.css'

/** The user's display time zone, stored with the account. */
export function TimeZone() {
  const { t } = useTranslation(['revenue', 'common'])
  const { time_zone } = useCurrentUser()
  const format = useFormat()
  const id = useId()
  const { byName } = useLocaleFormats()
  const zones = byName([...new Set([time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])], zone => zone)
  const choose = (time_zone: string) =>
    saveLocaleSettings({ time_zone }).then(
      () => toast({ tone: 'good', text: t('settings.saved') }),
      () => toast({ tone: 'bad', text: t('common:networkError') }),
    )
  return (
    <Panel title={t('settings.timeZone')} lead={t('settings.timeZoneHint')}>
      <div className={styles.zone}>
        <label htmlFor={id}>{t('settings.timeZone')}</label>
        <span className={styles.zones} translate="no">
          <Select
            id={id}
            value={time_zone}
            options={zones.map(zone => ({ value: zone, label: zone }))}
            onChange={zone => void choose(zone)}
          />
        </span>
        <span className={styles.now}>{t('settings.now', { time: format.dateTime(Date.now()) })}</span>
      </div>
    </Panel>
  )
}
