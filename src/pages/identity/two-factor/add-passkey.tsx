import KeyOutlined from '@ant-design/icons/KeyOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { Form, TextItem } from '#kit/form.tsx'
import { FormRefusal } from '#kit/form-error.tsx'
import { makePasskey, PasskeyRefused } from '#kit/identity/passkeys.ts'
import { toast } from '#kit/toasts.ts'
import styles from './two-factor.module.css'
import { useProblemText } from './use-problem-text.ts'

/** Registers a named passkey (WebAuthn). */
export function AddPasskey({ onAdded }: { onAdded: () => Promise<unknown> }) {
  const { t } = useTranslation('security')
  const problemText = useProblemText()
  const [count, setCount] = useState(0)

  const refuse = (failed: string) => (error: unknown) => {
    throw new FormRefusal(problemText(error, failed))
  }
  async function register({ name }: { name: string }) {
    const { options } = await call(twoFactor.startPasskey).catch(refuse(t('passkeys.startFailed')))
    const credential = await makePasskey(options).catch((error: Error) => {
      throw new FormRefusal(
        error instanceof PasskeyRefused
          ? t('passkeys.refused')
          : t('passkeys.makeFailed', { message: error.message }),
      )
    })
    await call(twoFactor.completePasskey, {
      body: { credential, challenge: options.challenge, name },
    }).catch(refuse(t('passkeys.completeFailed')))
    toast({ tone: 'good', text: t('passkeys.added') })
    setCount(count + 1)
    await onAdded()
  }

  return (
    <Form<{ name: string }> key={count} layout="stack" failed={t('passkeys.completeFailed')} send={register}>
      {pending => (
        <>
          <TextItem
            label={t('passkeys.name')}
            name="name"
            hint={t('passkeys.nameHint')}
            required={t('passkeys.nameMissing')}
            maxLength={120}
          />
          <div className={styles.actions}>
            <Button type="submit" icon={<KeyOutlined />} pending={pending}>
              {t('passkeys.add')}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
