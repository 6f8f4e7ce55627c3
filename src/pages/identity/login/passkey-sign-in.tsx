import KeyOutlined from '@ant-design/icons/KeyOutlined'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { call, errorDetail } from '#kit/call.ts'
import { Callout } from '#kit/callout.tsx'
import { canOffer, PasskeyRefused, passkeysWork, signByPasskey } from '#kit/identity/passkeys.ts'
import { session } from '#providers/auth.ts'
import styles from './login.module.css'

type Credential = Awaited<ReturnType<typeof signByPasskey>>

async function choose({ offer }: { offer: boolean }) {
  const { identity } = await import('#contract/identity/identity.ts')
  const { options } = await call(identity.startPasskey)
  return signByPasskey(options, { offer })
}

async function signInWithPasskey(credential: Credential) {
  const { identity } = await import('#contract/identity/identity.ts')
  const { access_token } = await call(identity.passkey, { body: { credential } })
  await session.begin(access_token)
}

/** Passkey sign-in, from the button or from the browser's autofill in the username field. */
export function PasskeySignIn() {
  const { t } = useTranslation('auth')
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')

  useEffect(() => {
    async function offer() {
      // Not choosing a passkey is not an error; a failed assertion is.
      const chosen = (await canOffer()) && (await choose({ offer: true }).catch(() => null))
      if (chosen) await signInWithPasskey(chosen)
    }
    offer().catch((error: unknown) => {
      setFailure(errorDetail(error) ?? t('login.failed'))
    })
  }, [t])

  if (!passkeysWork()) return null
  async function onClick() {
    setPending(true)
    setFailure('')
    try {
      await signInWithPasskey(await choose({ offer: false }))
    } catch (error) {
      setFailure(
        errorDetail(error) ?? t(error instanceof PasskeyRefused ? 'identity.passkeyRefused' : 'login.failed'),
      )
    } finally {
      setPending(false)
    }
  }
  return (
    <div className={styles.passkey}>
      <p className={styles.or}>{t('login.or')}</p>
      {failure && (
        <Callout tone="bad" role="alert">
          <p>{failure}</p>
        </Callout>
      )}
      <Button block icon={<KeyOutlined />} pending={pending} onClick={() => void onClick()}>
        {t('login.passkey')}
      </Button>
    </div>
  )
}
