import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Passkey, twoFactor } from '#contract/two-factor.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Dialog } from '#kit/dialog.tsx'
import { FailureRemark } from '#kit/failure-remark.tsx'
import { TextField } from '#kit/field.tsx'
import { useSubmit } from '#kit/use-submit.ts'

interface RenamePasskeyProps {
  passkey: z.output<typeof Passkey>
  onChange: () => Promise<unknown>
  onClose: () => void
}

/** Gives a passkey another name. */
export function RenamePasskey({ passkey, onChange, onClose }: RenamePasskeyProps) {
  const { t } = useTranslation('security')
  const form = useId()
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields: ['name'],
    failed: t('passkeys.renameFailed'),
    check: ({ name }) => (name.trim() ? {} : { name: t('passkeys.nameMissing') }),
    send: async ({ name }) => {
      await call(twoFactor.renamePasskey, { params: { id: passkey.id }, body: { name } })
      await onChange()
      onClose()
    },
  })
  return (
    <Dialog
      title={t('passkeys.renameOne', { name: passkey.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} look="main" pending={pending}>
            {t('passkeys.rename')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={onSubmit}>
        <FailureRemark failure={failure} />
        <TextField
          label={t('passkeys.name')}
          name="name"
          error={errors.name}
          defaultValue={passkey.name}
          autoComplete="off"
          maxLength={120}
          autoFocus
        />
      </form>
    </Dialog>
  )
}
