import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import styles from './device-health.module.css'

interface RegistrationCodeProps {
  id: string
  name: string
  deviceKey: string
}

/** A QR code (ISO/IEC 18004) with the JSON that sets up a device: server, id and key. */
export function RegistrationCode({ id, name, deviceKey }: RegistrationCodeProps) {
  const { t } = useTranslation('resources')
  const { data, size } = useMemo(
    () => encode(JSON.stringify({ server: location.origin, device_id: id, key: deviceKey }), { border: 2 }),
    [id, deviceKey],
  )
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x},${y}h1v1h-1z` : [])))
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" shapeRendering="crispEdges">
      <title>{t('devices.code', { name })}</title>
      <path fill="#fff" d={`M0,0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={dark.join('')} />
    </svg>
  )
}
