import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationPermission } from '#kit/alerts/heralds.ts'
import { canTakePush, refusePush, takePush, takesPush } from '#kit/alerts/push.ts'
import { useCaller } from '#kit/caller.ts'
import { Checkbox } from '#kit/field.tsx'
import { say } from '#kit/toasts.ts'

/** Has alarms come to this browser while no page is open; the browser is asked once the person wants it. */
export function PushSwitch() {
  const { t } = useTranslation('emergency')
  const { id: me } = useCaller()
  const queryKey = ['takes-push', me]
  const queries = useQueryClient()
  const { data: takes = false, isPending } = useQuery({ queryKey, queryFn: () => takesPush(me) })
  const [pending, setPending] = useState(false)
  const [permission, setPermission] = useState(notificationPermission)
  const look = !canTakePush() || permission === 'unsupported' ? 'unsupported' : permission

  async function want(wanted: boolean) {
    setPending(true)
    try {
      if (wanted) {
        const answer = await Notification.requestPermission()
        setPermission(answer)
        if (answer !== 'granted') return
      }
      await (wanted ? takePush(me) : refusePush())
      queries.setQueryData(queryKey, wanted)
      say({ tone: 'good', text: t(wanted ? 'push.on' : 'push.off') })
    } catch (error) {
      say({ tone: 'bad', text: t('push.failed'), detail: (error as Error).message })
    } finally {
      setPending(false)
    }
  }

  return (
    <Checkbox
      label={t('push.label')}
      checked={takes && permission === 'granted'}
      disabled={pending || isPending || look === 'unsupported' || look === 'denied'}
      onChange={({ target }) => void want(target.checked)}
      hint={t(`push.${look}`)}
    />
  )
}
