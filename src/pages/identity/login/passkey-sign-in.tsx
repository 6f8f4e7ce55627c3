import KeyOutlined from '@ant-design/icons/KeyOutlined'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { call, reasonOf } from '#kit/call.ts'
import { canOffer, PasskeyRefused, passkeysWork, signByPasskey } from '#kit/identity/passkeys.ts'
import { Remark } from '#kit/remark.tsx'
import { session } from '#providers/auth.ts'
import styles from './login.module.css'

type Credential = Awaited<ReturnType<typeof signByPasskey>>

async function choose({ offer }: { offer: boolean }) {
  const { identity } = await import('#contract/identity/identity.ts')
  const { options } = await call(identity.startPasskey)
  return signByPasskey(options, { offer })
}

async function enterBy(credential: Credential) {
  const { identity } = await import('#contract/identity/identity.ts')
  const { access_token } = await call(identity.passkey, { body: { credential } })
  await session.begin(access_token)
}

/** Signing in by a passkey alone: by the button, or from what the browser offers in the username's field. */
export function PasskeySignIn() {
  const { t } = useTranslation('auth')
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')

  useEffect(() => {
    async function offer() {
      // That none was offered or chosen is no failure; what comes of one that was chosen is.
      const chosen = (await canOffer()) && (await choose({ offer: true }).catch(() => null))
      if (chosen) await enterBy(chosen)
    }
    offer().catch((error: unknown) => {
      setFailure(reasonOf(error) ?? t('login.failed'))
    })
  }, [t])

  if (!passkeysWork()) return null
  async function onClick() {
    setPending(true)
    setFailure('')
    try {
      await enterBy(await choose({ offer: false }))
    } catch (error) {
      setFailure(
        reasonOf(error) ?? t(error instanceof PasskeyRefused ? 'identity.passkeyRefused' : 'login.failed'),
      )
    } finally {
      setPending(false)
    }
  }
  return (
    <div className={styles.passkey}>
      <p className={styles.or}>{t('login.or')}</p>
      {failure && (
        <Remark tone="bad" role="alert">
          <p>{failure}</p>
        </Remark>
      )}
      <Button wide icon={<KeyOutlined />} pending={pending} onClick={() => void onClick()}>
        {t('login.passkey')}
      </Button>
    </div>
  )
}
