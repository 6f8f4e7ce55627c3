import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationPermission, ring, setHeralds, useHeralds, useMayBeHeard } from '#kit/alerts/heralds.ts'
import { Button } from '#kit/button.tsx'
import { Checkbox } from '#kit/field.tsx'
import styles from './heralds-panel.module.css'
import { PushSwitch } from './push-switch.tsx'

/** How this browser makes itself heard when an alert comes; the browser is asked when notifications are wanted. */
export function HeraldsPanel() {
  const { t } = useTranslation('emergency')
  const { sound, notifications } = useHeralds()
  const mayBeHeard = useMayBeHeard()
  const [permission, setPermission] = useState(notificationPermission)

  async function want(wanted: boolean) {
    if (!wanted) return setHeralds({ notifications: false })
    const answer = await Notification.requestPermission()
    setPermission(answer)
    setHeralds({ notifications: answer === 'granted' })
  }

  return (
    <div className={styles.heralds}>
      <div className={styles.row}>
        <Checkbox
          label={t('heralds.sound')}
          checked={sound}
          onChange={({ target }) => setHeralds({ sound: target.checked })}
          {...(sound && !mayBeHeard && { hint: t('heralds.silent') })}
        />
        <Button look="quiet" onClick={ring}>
          {t('heralds.try')}
        </Button>
      </div>
      <Checkbox
        label={t('heralds.notifications')}
        checked={notifications && permission === 'granted'}
        disabled={permission === 'unsupported' || permission === 'denied'}
        onChange={({ target }) => void want(target.checked)}
        {...((permission === 'denied' || permission === 'unsupported') && {
          hint: t(`heralds.${permission}`),
        })}
      />
      <PushSwitch />
    </div>
  )
}
