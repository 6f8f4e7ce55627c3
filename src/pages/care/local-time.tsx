import { useTranslation } from 'react-i18next'
import { useFormat } from '#kit/format.ts'
import styles from './care.module.css'
import { usePersonFormat } from './use-person-format.ts'

/** The person's local time, if it differs from the viewer's. */
export function LocalTime({ zone, now }: { zone: string; now: number }) {
  const { t } = useTranslation('care')
  const viewer = useFormat()
  const person = usePersonFormat(zone)
  const time = person.time(now)
  if (time === viewer.time(now)) return null
  return <span className={styles.clock}>{t('time.local', { time })}</span>
}
