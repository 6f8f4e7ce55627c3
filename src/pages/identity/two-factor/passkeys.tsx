import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Passkey, twoFactor } from '#contract/identity/two-factor.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Dialog } from '#kit/dialog.tsx'
import { useFormat } from '#kit/format.ts'
import { passkeysWork } from '#kit/identity/passkeys.ts'
import { QueryState } from '#kit/query-state.tsx'
import { toast } from '#kit/toasts.ts'
import { useCall } from '#kit/use-call.ts'
import { AddPasskey } from './add-passkey.tsx'
import { RenamePasskey } from './rename-passkey.tsx'
import styles from './two-factor.module.css'
import { useProblemText } from './use-problem-text.ts'

type Key = z.output<typeof Passkey>

function PasskeyRow({ passkey, onChange }: { passkey: Key; onChange: () => Promise<unknown> }) {
  const { t } = useTranslation(['security', 'common'])
  const format = useFormat()
  const problemText = useProblemText()
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const close = () => setOpen(undefined)
  const remove = useMutation({
    mutationFn: () => call(twoFactor.removePasskey, { params: { id: passkey.id } }),
    onSuccess: async () => {
      toast({ tone: 'good', text: t('passkeys.removed') })
      await onChange()
    },
    onError: error =>
      toast({
        tone: 'bad',
        text: problemText(error, t('passkeys.removeFailed'), t('passkeys.removeUnreachable')),
      }),
    onSettled: close,
  })
  return (
    <li className={styles.row}>
      <div>
        <strong translate="no">{passkey.name}</strong>
        <p>
          {t('passkeys.since', { date: format.date(passkey.created_at) })} ·{' '}
          {passkey.last_used_at
            ? t('passkeys.used', { when: format.ago(passkey.last_used_at) })
            : t('passkeys.unused')}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          variant="quiet"
          aria-label={t('passkeys.renameOne', { name: passkey.name })}
          onClick={() => setOpen('rename')}
        >
          {t('passkeys.rename')}
        </Button>
        <Button
          variant="quiet"
          aria-label={t('passkeys.removeOne', { name: passkey.name })}
          onClick={() => setOpen('remove')}
        >
          {t('passkeys.remove')}
        </Button>
      </div>
      {open === 'rename' && <RenamePasskey passkey={passkey} onChange={onChange} onClose={close} />}
      {open === 'remove' && (
        <Dialog
          title={t('passkeys.removeTitle')}
          onClose={close}
          actions={
            <>
              <Button autoFocus onClick={close}>
                {t('common:cancel')}
              </Button>
              <Button variant="danger" pending={remove.isPending} onClick={() => remove.mutate()}>
                {t('passkeys.remove')}
              </Button>
            </>
          }
        >
          {t('passkeys.removeText', { name: passkey.name })}
        </Dialog>
      )}
    </li>
  )
}

/** The user's passkeys. */
export function Passkeys() {
  const { t } = useTranslation('security')
  const passkeys = useCall(twoFactor.passkeys)
  return (
    <section className={styles.panel} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('passkeys.title')}</h2>
      <p>{t('passkeys.lead')}</p>
      <QueryState of={passkeys} failed={t('passkeys.failed')}>
        {({ passkeys: rows }) =>
          rows.length > 0 ? (
            <ul className={styles.rows}>
              {rows.map(passkey => (
                <PasskeyRow key={passkey.id} passkey={passkey} onChange={passkeys.refetch} />
              ))}
            </ul>
          ) : (
            <p>{t('passkeys.none')}</p>
          )
        }
      </QueryState>
      {passkeysWork() ? <AddPasskey onAdded={passkeys.refetch} /> : <p>{t('passkeys.notHere')}</p>}
    </section>
  )
}
