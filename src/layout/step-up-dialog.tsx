import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { identity } from '#contract/identity/identity.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Dialog } from '#kit/dialog.tsx'
import { IdentityForm } from '#kit/identity/identity-form.tsx'
import { QueryState } from '#kit/query-state.tsx'

export interface StepUpDialogProps {
  /** Called with whether the user re-authenticated. */
  onDone: (authenticated: boolean) => void
}

/** Step-up authentication dialog. */
export function StepUpDialog({ onDone }: StepUpDialogProps) {
  const { t } = useTranslation('auth')
  const start = useQuery({
    queryKey: ['step-up'],
    queryFn: () => call(identity.startStepUp),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Dialog
      title={t('stepUp.title')}
      onClose={() => onDone(false)}
      actions={<Button onClick={() => onDone(false)}>{t('stepUp.cancel')}</Button>}
    >
      <p>{t('stepUp.lead')}</p>
      <QueryState of={start} failed={t('stepUp.failed')}>
        {({ challenge, methods }) => (
          <IdentityForm
            methods={methods}
            challenge={challenge}
            onConfirmed={() => onDone(true)}
            send={async credentials => {
              try {
                await call(identity.stepUp, { body: credentials })
                onDone(true)
              } catch (error) {
                // A challenge signed by a passkey is used up, even on failure.
                if (credentials.credential) await start.refetch()
                throw error
              }
            }}
          />
        )}
      </QueryState>
    </Dialog>
  )
}
