import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Passkey, twoFactor } from '#contract/identity/two-factor.ts'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { TextField } from '#kit/field.tsx'
import { useSubmit } from '#kit/use-submit.ts'

interface RenamePasskeyProps {
  passkey: z.output<typeof Passkey>
  onChange: () => Promise<unknown>
  onClose: () => void
}

/** Renames a passkey. */
export function RenamePasskey({ passkey, onChange, onClose }: RenamePasskeyProps) {
  const { t } = useTranslation('security')
  const { errors, ...form } = useSubmit({
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
    <FormDialog
      title={t('passkeys.renameOne', { name: passkey.name })}
      submitLabel={t('passkeys.rename')}
      {...form}
      onClose={onClose}
    >
      <TextField
        label={t('passkeys.name')}
        name="name"
        error={errors.name}
        defaultValue={passkey.name}
        autoComplete="off"
        maxLength={120}
        autoFocus
      />
    </FormDialog>
  )
}
