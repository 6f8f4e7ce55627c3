import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Alert, alerts } from '#contract/alerts/alerts.ts'
import { exclusions } from '#contract/alerts/exclusions.ts'
import { useAlertTitle } from '#kit/alerts/alert-queue.ts'
import { useAlertAction } from '#kit/alerts/use-alert-action.ts'
import { Button } from '#kit/button.tsx'
import { useCanCall, useCurrentUser } from '#kit/current-user.ts'
import { TextDialog } from '#kit/dialog.tsx'
import { prefetchAntd } from '#kit/lazy-antd.ts'
import { ariaKeys, shortcuts, useShortcuts } from '#kit/shortcuts.ts'
import { type Contact, useQuickCall } from '../contacts/use-contacts.ts'
import styles from './actions.module.css'
import { ExcludeDialog } from './exclude-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'

type OpenDialog = 'note' | 'resolve' | 'handOver' | 'cancel' | 'exclude'

interface AlertActionsProps {
  alert: Alert
  /** First contact to call. */
  contact: Contact | undefined
}

/** Actions on an alert, as buttons and single-key shortcuts. */
export function AlertActions({ alert, contact }: AlertActionsProps) {
  const { t } = useTranslation('emergency')
  const { id: me } = useCurrentUser()
  const may = useCanCall()
  const { act, pending } = useAlertAction()
  const calling = useQuickCall()
  const [asking, setAsking] = useState<OpenDialog>()
  // What is typed after a shortcut belongs to its dialog.
  useEffect(prefetchAntd, [])
  const params = { id: alert.id }
  const title = useAlertTitle()(alert)
  const isOver = alert.status === 'resolved'
  const isMine = alert.owner_id === me
  const isTaken = alert.owner_id !== null && !isMine
  const canSee = may(alerts.acknowledge) && alert.person_id !== me
  const failed = t('actions.failed')
  const done = (
    key:
      | 'actions.acknowledged'
      | 'actions.noted'
      | 'actions.cancelled'
      | 'actions.resolved'
      | 'actions.handedOver'
      | 'actions.excluded',
  ) => ({
    text: t(key),
    detail: title,
    path: `/emergency/alerts/${alert.id}`,
  })

  const can = {
    acknowledge: canSee && !isOver && alert.owner_id === null,
    takeOver: canSee && !isOver && isTaken,
    note: canSee,
    call: canSee && !isOver && contact !== undefined,
    handOver: canSee && !isOver && alert.owner_id !== null,
    resolve: canSee && !isOver && !isTaken,
    cancel: may(alerts.cancel) && !isOver,
    exclude: may(exclusions.exclude) && !isOver,
  }

  const acknowledge = () =>
    void act(alerts.acknowledge, { params }, { done: done('actions.acknowledged'), failed })
  const takeOver = () =>
    void act(alerts.handOver, { params, body: { to: me } }, { done: done('actions.acknowledged'), failed })
  const callContact = () => contact && void calling.call(contact, { urgent: true, alert })
  const close = () => setAsking(undefined)
  /** Closes the dialog if the action succeeded. */
  const closeWhenDone = async (done: Promise<unknown>) => {
    if ((await done) !== null) close()
  }

  const shortcut = (name: keyof typeof shortcuts & keyof typeof can, run: () => void) =>
    can[name] ? { [shortcuts[name].keys[0]]: run } : {}
  useShortcuts({
    ...shortcut('acknowledge', acknowledge),
    ...shortcut('note', () => setAsking('note')),
    ...shortcut('handOver', () => setAsking('handOver')),
    ...shortcut('resolve', () => setAsking('resolve')),
    ...(can.call && { [shortcuts.callContact.keys[0]]: callContact }),
  })

  return (
    <div className={styles.bar}>
      {can.acknowledge && (
        <Button
          variant="main"
          pending={pending}
          aria-keyshortcuts={ariaKeys('acknowledge')}
          onClick={acknowledge}
        >
          {t('actions.acknowledge')} <kbd aria-hidden>A</kbd>
        </Button>
      )}
      {can.takeOver && (
        <Button variant="main" pending={pending} onClick={takeOver}>
          {t('actions.takeOver')}
        </Button>
      )}
      {can.call && contact && (
        <Button pending={calling.pending} aria-keyshortcuts={ariaKeys('callContact')} onClick={callContact}>
          {t('actions.call', { name: contact.name })} <kbd aria-hidden>P</kbd>
        </Button>
      )}
      {can.note && (
        <Button aria-keyshortcuts={ariaKeys('note')} onClick={() => setAsking('note')}>
          {t('actions.note')} <kbd aria-hidden>N</kbd>
        </Button>
      )}
      {can.handOver && (
        <Button aria-keyshortcuts={ariaKeys('handOver')} onClick={() => setAsking('handOver')}>
          {t('actions.handOver')} <kbd aria-hidden>T</kbd>
        </Button>
      )}
      {can.resolve && (
        <Button aria-keyshortcuts={ariaKeys('resolve')} onClick={() => setAsking('resolve')}>
          {t('actions.resolve')} <kbd aria-hidden>R</kbd>
        </Button>
      )}
      {can.exclude && <Button onClick={() => setAsking('exclude')}>{t('actions.exclude')}</Button>}
      {can.cancel && (
        <Button variant="danger" onClick={() => setAsking('cancel')}>
          {t('actions.cancel')}
        </Button>
      )}
      {asking === 'note' && (
        <TextDialog
          title={`${t('note.title')} · ${title}`}
          label={t('note.label')}
          submitLabel={t('note.submit')}
          failed={failed}
          onClose={close}
          onSubmit={text =>
            closeWhenDone(
              act(alerts.note, { params, body: { text } }, { done: done('actions.noted'), failed }),
            )
          }
        />
      )}
      {asking === 'cancel' && (
        <TextDialog
          title={`${t('cancel.title')} · ${title}`}
          label={t('cancel.label')}
          submitLabel={t('actions.cancel')}
          cancelLabel={t('cancel.leave')}
          failed={failed}
          onClose={close}
          onSubmit={reason =>
            closeWhenDone(
              act(alerts.cancel, { params, body: { reason } }, { done: done('actions.cancelled'), failed }),
            )
          }
        />
      )}
      {asking === 'resolve' && (
        <ResolveDialog
          alert={alert}
          title={`${t('resolve.title')} · ${title}`}
          failed={failed}
          onClose={close}
          onResolve={body =>
            closeWhenDone(act(alerts.resolve, { params, body }, { done: done('actions.resolved'), failed }))
          }
        />
      )}
      {asking === 'exclude' && (
        <ExcludeDialog
          alert={alert}
          title={`${t('exclusion.title')} · ${title}`}
          failed={failed}
          onClose={close}
          onExclude={(recipient_id, reason) =>
            closeWhenDone(
              act(
                exclusions.exclude,
                { params, body: { recipient_id, reason } },
                { done: done('actions.excluded'), failed },
              ),
            )
          }
        />
      )}
      {asking === 'handOver' && (
        <HandOverDialog
          title={`${t('handOver.title')} · ${title}`}
          owner={alert.owner_id}
          failed={failed}
          onClose={close}
          onHandOver={(to, reason) =>
            closeWhenDone(
              act(
                alerts.handOver,
                { params, body: { to, ...(reason && { reason }) } },
                { done: done('actions.handedOver'), failed },
              ),
            )
          }
        />
      )}
    </div>
  )
}
