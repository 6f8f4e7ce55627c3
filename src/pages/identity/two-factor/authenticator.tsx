import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type TwoFactorStatus, twoFactor } from '#contract/identity/two-factor.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Dialog } from '#kit/dialog.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import { toast } from '#kit/toasts.ts'
import { session } from '#providers/auth.ts'
import { BackupCodes, Setup } from './setup.tsx'
import styles from './two-factor.module.css'
import { useProblemText } from './use-problem-text.ts'

type Status = z.output<typeof TwoFactorStatus>

/** Suggest new backup codes below this number of unused ones. */
const lowBackupCodes = 3

function Enabled({ status, onChange }: { status: Status; onChange: () => Promise<unknown> }) {
  const { t } = useTranslation(['security', 'common'])
  const problemText = useProblemText()
  const [asking, setAsking] = useState(false)
  const disable = useMutation({
    mutationFn: () => call(twoFactor.disableTotp),
    onSuccess: async () => {
      toast({ tone: 'good', text: t('totp.disabled') })
      await onChange()
    },
    onError: error => toast({ tone: 'bad', text: t('totp.disableFailed'), detail: problemText(error, '') }),
    onSettled: () => setAsking(false),
  })
  const renew = useMutation({
    mutationFn: () => call(twoFactor.renewBackupCodes),
    onSuccess: onChange,
    onError: error => toast({ tone: 'bad', text: t('codes.failed'), detail: problemText(error, '') }),
  })
  const left = status.backup_codes_remaining
  return (
    <>
      <p className={styles.state}>
        <Badge tone="green">{t('totp.on')}</Badge>
        <span className={left < lowBackupCodes ? styles.few : undefined}>
          {t('codes.left', { count: left })}
        </span>
      </p>
      {renew.data && <BackupCodes codes={renew.data.backup_codes} />}
      <div className={styles.actions}>
        <Button pending={renew.isPending} onClick={() => renew.mutate()}>
          {t('codes.renew')}
        </Button>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('totp.disable')}
        </Button>
      </div>
      {asking && (
        <Dialog
          title={t('totp.disableTitle')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>
                {t('common:cancel')}
              </Button>
              <Button variant="danger" pending={disable.isPending} onClick={() => disable.mutate()}>
                {t('totp.disable')}
              </Button>
            </>
          }
        >
          {t('totp.disableText')}
        </Dialog>
      )}
    </>
  )
}

/** Enables and disables two-factor authentication by authenticator app. */
export function Authenticator({ status }: { status: Status }) {
  const { t } = useTranslation('security')
  const problemText = useProblemText()
  const queries = useQueryClient()
  /** Also refreshes the passkey panel and the session, which may have been restricted until 2FA was on. */
  const changed = () => Promise.all([queries.invalidateQueries({ queryKey: ['call'] }), session.check()])
  const setup = useMutation({
    mutationFn: () => call(twoFactor.setupTotp),
    onError: error => toast({ tone: 'bad', text: problemText(error, t('totp.setupFailed')) }),
  })
  if (status.enabled) return <Enabled status={status} onChange={changed} />
  if (setup.data) {
    return (
      <Setup
        made={setup.data}
        onCancel={setup.reset}
        onEnabled={async () => {
          toast({ tone: 'good', text: t('totp.enabled') })
          setup.reset()
          await changed()
        }}
      />
    )
  }
  return (
    <>
      <p className={styles.state}>
        <Badge tone="grey">{t('totp.off')}</Badge>
        <span>{t('totp.why')}</span>
      </p>
      <div className={styles.actions}>
        <Button variant="main" pending={setup.isPending} onClick={() => setup.mutate()}>
          {t('totp.enable')}
        </Button>
      </div>
    </>
  )
}
