import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Alert, alerts } from '#contract/alerts/alerts.ts'
import { useAct } from '#kit/alerts/use-act.ts'
import { Button } from '#kit/button.tsx'
import { useCaller } from '#kit/caller.ts'
import { useMay } from '#kit/resource/may.ts'
import { ariaKeys, shortcuts, useKeys } from '#kit/shortcuts.ts'
import { TextDialog } from '#kit/text-dialog.tsx'
import type { Contact } from '../contacts/use-contacts.ts'
import { useQuickCall } from '../contacts/use-quick-call.ts'
import styles from './acts.module.css'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'

type Asking = 'note' | 'resolve' | 'handOver' | 'cancel'

interface ActsBarProps {
  alert: Alert
  /** Whom to call first. */
  contact: Contact | undefined
}

/** What the person can do about an alert, by buttons and by single keys. */
export function ActsBar({ alert, contact }: ActsBarProps) {
  const { t } = useTranslation('emergency')
  const { id: me } = useCaller()
  const may = useMay()
  const { act, pending } = useAct()
  const calling = useQuickCall()
  const [asking, setAsking] = useState<Asking>()
  const params = { id: alert.id }
  const isOver = alert.status === 'resolved'
  const isMine = alert.owner_id === me
  const isTaken = alert.owner_id !== null && !isMine
  const canSee = may(alerts.acknowledge) && alert.person_id !== me
  const failed = t('acts.failed')

  const can = {
    acknowledge: canSee && !isOver && alert.owner_id === null,
    takeOver: canSee && !isOver && isTaken,
    note: canSee,
    call: canSee && !isOver && contact !== undefined,
    handOver: canSee && !isOver && alert.owner_id !== null,
    resolve: canSee && !isOver && !isTaken,
    cancel: may(alerts.cancel) && !isOver,
  }

  const acknowledge = () => void act(alerts.acknowledge, { params }, { done: t('acts.acknowledged'), failed })
  const takeOver = () =>
    void act(alerts.handOver, { params, body: { to: me } }, { done: t('acts.acknowledged'), failed })
  const callContact = () => contact && void calling.call(contact, { urgent: true, alert })
  const close = () => setAsking(undefined)
  /** Closes the dialog once what it asked for is done. */
  const closing = async (done: Promise<unknown>) => {
    if ((await done) !== null) close()
  }

  const on = (name: keyof typeof shortcuts & keyof typeof can, run: () => void) =>
    can[name] ? { [shortcuts[name].keys[0]]: run } : {}
  useKeys({
    ...on('acknowledge', acknowledge),
    ...on('note', () => setAsking('note')),
    ...on('handOver', () => setAsking('handOver')),
    ...on('resolve', () => setAsking('resolve')),
    ...(can.call && { [shortcuts.callContact.keys[0]]: callContact }),
  })

  return (
    <div className={styles.bar}>
      {can.acknowledge && (
        <Button
          look="main"
          pending={pending}
          aria-keyshortcuts={ariaKeys('acknowledge')}
          onClick={acknowledge}
        >
          {t('acts.acknowledge')} <kbd aria-hidden>A</kbd>
        </Button>
      )}
      {can.takeOver && (
        <Button look="main" pending={pending} onClick={takeOver}>
          {t('acts.takeOver')}
        </Button>
      )}
      {can.call && contact && (
        <Button pending={calling.pending} aria-keyshortcuts={ariaKeys('callContact')} onClick={callContact}>
          {t('acts.call', { name: contact.name })} <kbd aria-hidden>P</kbd>
        </Button>
      )}
      {can.note && (
        <Button aria-keyshortcuts={ariaKeys('note')} onClick={() => setAsking('note')}>
          {t('acts.note')} <kbd aria-hidden>N</kbd>
        </Button>
      )}
      {can.handOver && (
        <Button aria-keyshortcuts={ariaKeys('handOver')} onClick={() => setAsking('handOver')}>
          {t('acts.handOver')} <kbd aria-hidden>T</kbd>
        </Button>
      )}
      {can.resolve && (
        <Button aria-keyshortcuts={ariaKeys('resolve')} onClick={() => setAsking('resolve')}>
          {t('acts.resolve')} <kbd aria-hidden>R</kbd>
        </Button>
      )}
      {can.cancel && (
        <Button look="danger" onClick={() => setAsking('cancel')}>
          {t('acts.cancel')}
        </Button>
      )}
      {asking === 'note' && (
        <TextDialog
          title={t('note.title')}
          label={t('note.label')}
          submit={t('note.submit')}
          pending={pending}
          onClose={close}
          onSubmit={text =>
            void closing(act(alerts.note, { params, body: { text } }, { done: t('acts.noted'), failed }))
          }
        />
      )}
      {asking === 'cancel' && (
        <TextDialog
          title={t('callOff.title')}
          label={t('callOff.label')}
          submit={t('acts.cancel')}
          leave={t('callOff.leave')}
          pending={pending}
          onClose={close}
          onSubmit={reason =>
            void closing(
              act(alerts.cancel, { params, body: { reason } }, { done: t('acts.cancelled'), failed }),
            )
          }
        />
      )}
      {asking === 'resolve' && (
        <ResolveDialog
          alert={alert}
          pending={pending}
          onClose={close}
          onResolve={body =>
            void closing(act(alerts.resolve, { params, body }, { done: t('acts.resolved'), failed }))
          }
        />
      )}
      {asking === 'handOver' && (
        <HandOverDialog
          owner={alert.owner_id}
          pending={pending}
          onClose={close}
          onHandOver={(to, reason) =>
            void closing(
              act(
                alerts.handOver,
                { params, body: { to, ...(reason && { reason }) } },
                { done: t('acts.handedOver'), failed },
              ),
            )
          }
        />
      )}
    </div>
  )
}
