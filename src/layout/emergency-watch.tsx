import WarningFilled from '@ant-design/icons/WarningFilled'
import { useSubscription } from '@refinedev/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Alert } from '#contract/alerts/alerts.ts'
import { readiness } from '#contract/alerts/emergency-services.ts'
import { herald } from '#kit/alerts/heralds.ts'
import { wish } from '#kit/alerts/push-subscription.ts'
import { raisedHere } from '#kit/alerts/raised-here.ts'
import { useAlertQueue } from '#kit/alerts/use-alert-queue.ts'
import { useAlertTitle } from '#kit/alerts/use-alert-title.ts'
import { useCaller } from '#kit/caller.ts'
import { shortcuts, useKeys } from '#kit/shortcuts.ts'
import { say } from '#kit/toasts.ts'
import { useCall } from '#kit/use-call.ts'
import styles from './emergency-watch.module.css'

/** Milliseconds for which an alert that has just come is shown. */
const shownFor = 10_000
/** Alerts that are announced one by one when several come at once. */
const announced = 3
/** Milliseconds between two questions whether alarms are processed. */
const every = 30_000

/** Tells of each alert that comes while the console is open, on whatever screen: there, by sound, by a notification. */
function useAnnouncement(queue: readonly Alert[] | undefined) {
  const { t } = useTranslation('emergency')
  const titleOf = useAlertTitle()
  const navigate = useNavigate()
  const known = useRef<Set<string>>(null)
  useEffect(() => {
    if (!queue) return
    const isFirst = known.current === null
    const before = known.current ?? new Set<string>()
    const fresh = isFirst ? [] : queue.filter(({ id }) => !before.has(id) && !raisedHere.has(id))
    known.current = new Set([...before, ...queue.map(({ id }) => id)])
    for (const alert of fresh.slice(0, announced)) {
      const text = t('incoming', { title: titleOf(alert) })
      const open = () => void navigate(`/emergency/queue?alert=${alert.id}`)
      say({
        key: `alert-${alert.id}`,
        tone: 'bad',
        text,
        lasts: shownFor,
        action: { text: t('open'), run: open },
      })
      herald(text, alert.id, open)
    }
  }, [queue, t, titleOf, navigate])
}

/** Has alarms come to this browser again for whoever wanted that here before they signed out. */
function useResumedPush() {
  const { t } = useTranslation('emergency')
  const { id: me } = useCaller()
  useEffect(() => {
    if (!wish.get()) return
    void import('#kit/alerts/push.ts')
      .then(({ resumePush }) => resumePush(me))
      .catch((error: Error) => say({ tone: 'bad', text: t('push.failed'), detail: error.message }))
  }, [me, t])
}

/** Watches over alerts on every screen: announces those that come, and says when alarms are not processed. */
export function EmergencyWatch() {
  const { t } = useTranslation('emergency')
  const navigate = useNavigate()
  const queue = useAlertQueue()
  const ready = useCall(readiness.status, {}, { every, follows: 'alerts' })
  useSubscription({ channel: 'resources/alerts', types: ['*'], onLiveEvent: () => {} })
  useAnnouncement(queue.data?.alerts)
  useResumedPush()
  useKeys({ [shortcuts.alarm.keys[0]]: () => void navigate('/emergency/queue') })
  if (!ready.data || ready.data.alarms_processed) return null
  return (
    <p className={styles.late} role="alert">
      <WarningFilled aria-hidden />
      <span>
        <strong>{t('notProcessed.title')}</strong> {t('notProcessed.text')}
      </span>
    </p>
  )
}
