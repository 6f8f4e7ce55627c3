import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationPermission } from '#kit/alerts/alert-notifications.ts'
import { disablePush, enablePush, isPushEnabled, isPushSupported } from '#kit/alerts/push.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { Checkbox } from '#kit/field.tsx'
import { toast } from '#kit/toasts.ts'

/** Enables Web Push in this browser, so that alarms arrive while no page is open. */
export function PushSwitch() {
  const { t } = useTranslation('emergency')
  const { id: me } = useCurrentUser()
  const queryKey = ['takes-push', me]
  const queries = useQueryClient()
  const { data: takes = false, isPending } = useQuery({ queryKey, queryFn: () => isPushEnabled(me) })
  const [pending, setPending] = useState(false)
  const [permission, setPermission] = useState(notificationPermission)
  const availability = !isPushSupported() || permission === 'unsupported' ? 'unsupported' : permission

  async function togglePush(enabled: boolean) {
    setPending(true)
    try {
      if (enabled) {
        const decision = await Notification.requestPermission()
        setPermission(decision)
        if (decision !== 'granted') return
      }
      await (enabled ? enablePush(me) : disablePush())
      queries.setQueryData(queryKey, enabled)
      toast({ tone: 'good', text: t(enabled ? 'push.on' : 'push.off') })
    } catch (error) {
      toast({ tone: 'bad', text: t('push.failed'), detail: (error as Error).message })
    } finally {
      setPending(false)
    }
  }

  return (
    <Checkbox
      label={t('push.label')}
      checked={takes && permission === 'granted'}
      disabled={pending || isPending || availability === 'unsupported' || availability === 'denied'}
      onChange={({ target }) => void togglePush(target.checked)}
      hint={t(`push.${availability}`)}
    />
  )
}
