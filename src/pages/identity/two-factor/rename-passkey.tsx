import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Passkey, twoFactor } from '#contract/identity/two-factor.ts'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/dialog.tsx'
import { TextItem } from '#kit/form.tsx'

interface RenamePasskeyProps {
  passkey: z.output<typeof Passkey>
  onChange: () => Promise<unknown>
  onClose: () => void
}

/** Renames a passkey. */
export function RenamePasskey({ passkey, onChange, onClose }: RenamePasskeyProps) {
  const { t } = useTranslation('security')
  return (
    <FormDialog<{ name: string }>
      title={t('passkeys.renameOne', { name: passkey.name })}
      submitLabel={t('passkeys.rename')}
      failed={t('passkeys.renameFailed')}
      initial={{ name: passkey.name }}
      send={async ({ name }) => {
        await call(twoFactor.renamePasskey, { params: { id: passkey.id }, body: { name } })
        await onChange()
        onClose()
      }}
      onClose={onClose}
    >
      <TextItem
        label={t('passkeys.name')}
        name="name"
        required={t('passkeys.nameMissing')}
        maxLength={120}
        autoFocus
      />
    </FormDialog>
  )
}
