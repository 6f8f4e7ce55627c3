import KeyOutlined from '@ant-design/icons/KeyOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { FormError, TextField } from '#kit/field.tsx'
import { makePasskey, PasskeyRefused } from '#kit/identity/passkeys.ts'
import { toast } from '#kit/toasts.ts'
import { type SubmitError, useSubmit } from '#kit/use-submit.ts'
import styles from './two-factor.module.css'
import { useProblemText } from './use-problem-text.ts'

/** Registers a named passkey (WebAuthn). */
export function AddPasskey({ onAdded }: { onAdded: () => Promise<unknown> }) {
  const { t } = useTranslation('security')
  const problemText = useProblemText()
  const [name, setName] = useState('')
  const [failed, setFailed] = useState<SubmitError | null>(null)

  async function register(name: string): Promise<string | null> {
    const start = await call(twoFactor.startPasskey).catch((error: unknown) =>
      problemText(error, t('passkeys.startFailed')),
    )
    if (typeof start === 'string') return start
    const { options } = start
    const credential = await makePasskey(options).catch((error: Error) =>
      error instanceof PasskeyRefused
        ? t('passkeys.refused')
        : t('passkeys.makeFailed', { message: error.message }),
    )
    if (typeof credential === 'string') return credential
    try {
      await call(twoFactor.completePasskey, {
        body: { credential, challenge: options.challenge, name },
      })
      return null
    } catch (error) {
      return problemText(error, t('passkeys.completeFailed'))
    }
  }

  const { errors, pending, onSubmit } = useSubmit({
    fields: ['name'],
    failed: t('passkeys.completeFailed'),
    check: ({ name }) => (name.trim() ? {} : { name: t('passkeys.nameMissing') }),
    send: async ({ name }) => {
      setFailed(null)
      const text = await register(name)
      if (text !== null) return setFailed({ text })
      toast({ tone: 'good', text: t('passkeys.added') })
      setName('')
      await onAdded()
    },
  })
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <FormError failure={failed} />
      <TextField
        label={t('passkeys.name')}
        name="name"
        error={errors.name}
        hint={t('passkeys.nameHint')}
        value={name}
        onChange={event => setName(event.target.value)}
        autoComplete="off"
        maxLength={120}
      />
      <div className={styles.actions}>
        <Button type="submit" icon={<KeyOutlined />} pending={pending}>
          {t('passkeys.add')}
        </Button>
      </div>
    </form>
  )
}
