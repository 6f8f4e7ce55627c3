import WarningFilled from '@ant-design/icons/WarningFilled'
import { useSubscription } from '@refinedev/core'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type Alert, alerts } from '#contract/alerts/alerts.ts'
import { readiness } from '#contract/alerts/emergency-services.ts'
import { notifyOfAlert } from '#kit/alerts/alert-notifications.ts'
import { locallyRaisedAlerts, useAlertQueue, useAlertTitle } from '#kit/alerts/alert-queue.ts'
import { pushPreference } from '#kit/alerts/push-subscription.ts'
import { useAlertAction } from '#kit/alerts/use-alert-action.ts'
import { useCanCall, useCurrentUser } from '#kit/current-user.ts'
import { shortcuts, useShortcuts } from '#kit/shortcuts.ts'
import { dismiss, toast } from '#kit/toasts.ts'
import { useCall } from '#kit/use-call.ts'
import styles from './alert-watcher.module.css'

/** Milliseconds that a new alert's toast is shown. */
const toastDurationMs = 10_000
/** Maximum number of alerts announced one by one. */
const announced = 3
/** Poll interval in milliseconds of the alarm readiness check. */
const pollIntervalMs = 30_000

/** Acknowledges an alert without leaving the screen. */
function useAcknowledge() {
  const { t } = useTranslation('emergency')
  const { act } = useAlertAction()
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback(
    ({ id }: Alert) =>
      void latest.current(
        alerts.acknowledge,
        { params: { id } },
        {
          done: { text: t('actions.acknowledged'), path: `/emergency/alerts/${id}` },
          failed: t('actions.failed'),
        },
      ),
    [t],
  )
}

/** Announces each new alert on any screen: toast, sound and notification. */
function useAnnouncement(queue: readonly Alert[] | undefined, onOpenAlert: () => void) {
  const { t } = useTranslation('emergency')
  const titleOf = useAlertTitle()
  const navigate = useNavigate()
  const closeOverlay = useRef(onOpenAlert)
  useEffect(() => {
    closeOverlay.current = onOpenAlert
  })
  const known = useRef<Set<string>>(null)
  const canAcknowledge = useCanCall()(alerts.acknowledge)
  const acknowledge = useAcknowledge()
  useEffect(() => {
    if (!queue) return
    const isFirst = known.current === null
    const before = known.current ?? new Set<string>()
    const fresh = isFirst ? [] : queue.filter(({ id }) => !before.has(id) && !locallyRaisedAlerts.has(id))
    known.current = new Set([...before, ...queue.map(({ id }) => id)])
    for (const alert of fresh.slice(0, announced)) {
      const text = t('incoming', { title: titleOf(alert) })
      const open = () => {
        closeOverlay.current()
        void navigate(`/emergency/queue?alert=${alert.id}`)
      }
      toast({
        key: `alert-${alert.id}`,
        tone: 'bad',
        text,
        durationMs: toastDurationMs,
        isAlarm: true,
        actions: [
          ...(canAcknowledge ? [{ text: t('actions.acknowledge'), run: () => acknowledge(alert) }] : []),
          { text: t('open'), run: open },
        ],
      })
      notifyOfAlert(text, alert.id, open)
    }
  }, [queue, t, titleOf, navigate, canAcknowledge, acknowledge])
}

/** Resumes push for a user who enabled it in this browser before signing out. */
function useResumedPush() {
  const { t } = useTranslation('emergency')
  const { id: me } = useCurrentUser()
  useEffect(() => {
    if (!pushPreference.get()) return
    void import('#kit/alerts/push.ts')
      .then(({ resumePush }) => resumePush(me))
      .catch((error: Error) => toast({ tone: 'bad', text: t('push.failed'), detail: error.message }))
  }, [me, t])
}

/** Repeats the warning above open dialogs, which cover the screen, for as long as it holds. */
function useStandingWarning(isFailing: boolean) {
  const { t } = useTranslation('emergency')
  useEffect(() => {
    if (!isFailing) return
    const key = 'alarms-not-processed'
    toast({
      key,
      tone: 'bad',
      text: t('notProcessed.title'),
      detail: t('notProcessed.text'),
      isAlarm: true,
      isStanding: true,
    })
    return () => dismiss(key)
  }, [isFailing, t])
}

/** Announces alerts on every screen, and warns when alarms are not being processed. */
export function AlertWatcher({ onOpenAlert }: { onOpenAlert: () => void }) {
  const { t } = useTranslation('emergency')
  const navigate = useNavigate()
  const queue = useAlertQueue()
  const ready = useCall(readiness.status, {}, { refetchIntervalMs: pollIntervalMs, resource: 'alerts' })
  useSubscription({ channel: 'resources/alerts', types: ['*'], onLiveEvent: () => {} })
  useAnnouncement(queue.data?.alerts, onOpenAlert)
  useResumedPush()
  useShortcuts({ [shortcuts.alarm.keys[0]]: () => void navigate('/emergency/queue') })
  const isFailing = ready.data?.alarms_processed === false
  useStandingWarning(isFailing)
  if (!isFailing) return null
  return (
    <section className={styles.late} aria-label={t('notProcessed.title')}>
      <WarningFilled aria-hidden />
      <span>
        <strong>{t('notProcessed.title')}</strong> {t('notProcessed.text')}
      </span>
    </section>
  )
}
