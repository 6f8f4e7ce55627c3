import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  notificationPermission,
  playAlarm,
  updateAlertNotificationSettings,
  useAlertNotificationSettings,
  useCanPlaySound,
} from '#kit/alerts/alert-notifications.ts'
import { Button } from '#kit/button.tsx'
import { Checkbox } from '#kit/field.tsx'
import styles from './notification-settings-panel.module.css'
import { PushSwitch } from './push-switch.tsx'

/** Alert sound, browser notification and push settings of this browser. */
export function NotificationSettingsPanel() {
  const { t } = useTranslation('emergency')
  const { sound, notifications } = useAlertNotificationSettings()
  const canPlaySound = useCanPlaySound()
  const [permission, setPermission] = useState(notificationPermission)

  async function toggleNotifications(enabled: boolean) {
    if (!enabled) return updateAlertNotificationSettings({ notifications: false })
    const decision = await Notification.requestPermission()
    setPermission(decision)
    updateAlertNotificationSettings({ notifications: decision === 'granted' })
  }

  return (
    <div className={styles.settings}>
      <div className={styles.row}>
        <Checkbox
          label={t('alertNotifications.sound')}
          checked={sound}
          onChange={({ target }) => updateAlertNotificationSettings({ sound: target.checked })}
          {...(sound && !canPlaySound && { hint: t('alertNotifications.silent') })}
        />
        <Button variant="quiet" onClick={playAlarm}>
          {t('alertNotifications.try')}
        </Button>
      </div>
      <Checkbox
        label={t('alertNotifications.notifications')}
        checked={notifications && permission === 'granted'}
        disabled={permission === 'unsupported' || permission === 'denied'}
        onChange={({ target }) => void toggleNotifications(target.checked)}
        {...((permission === 'denied' || permission === 'unsupported') && {
          hint: t(`alertNotifications.${permission}`),
        })}
      />
      <PushSwitch />
    </div>
  )
}
