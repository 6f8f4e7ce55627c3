import KeyOutlined from '@ant-design/icons/KeyOutlined'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IdentityMethod } from '#contract/identity/identity.ts'
import { Button, ButtonLink } from '../button.tsx'
import { Callout } from '../callout.tsx'
import { PasswordField, TextField } from '../field.tsx'
import { FormError } from '../form-error.tsx'
import { useSubmit } from '../use-submit.ts'
import styles from './identity-form.module.css'
import { PasskeyRefused, passkeysWork, type SignedAssertion, signByPasskey } from './passkeys.ts'
import { onReport, startPath } from './single-sign-on.ts'

/** Request body: one proof, under the name that the endpoint uses. */
export interface Given {
  password?: string
  code?: string
  backup_code?: string
  credential?: SignedAssertion
}

const inputOf = { password: 'password', totp: 'code', backup_code: 'backup_code' } as const

interface PartProps {
  send: (proof: Given) => Promise<void>
  submit: string
}

/** A proof that is typed in. */
function Typed({ method, send, submit }: PartProps & { method: keyof typeof inputOf }) {
  const { t } = useTranslation('auth')
  const { errors, failure, pending, onSubmit } = useSubmit({
    fields: ['proof'],
    names: { password: 'proof', code: 'proof', backup_code: 'proof' },
    failed: t('identity.failed'),
    check: ({ proof }) =>
      method === 'totp' && !/^\d{6}$/.test(proof) ? { proof: t('identity.codeMissing') } : {},
    send: ({ proof }) => send({ [inputOf[method]]: proof }),
  })
  const [code, setCode] = useState('')
  const same = { label: t(`identity.label.${method}`), name: 'proof', error: errors.proof, required: true }
  return (
    <form noValidate onSubmit={onSubmit}>
      <FormError failure={failure} />
      {method === 'password' && (
        <PasswordField {...same} autoComplete="current-password" maxLength={200} autoFocus />
      )}
      {method === 'totp' && (
        <TextField
          {...same}
          value={code}
          onChange={event => setCode(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
      )}
      {method === 'backup_code' && (
        <TextField
          {...same}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          autoFocus
        />
      )}
      <Button type="submit" variant="main" block pending={pending}>
        {submit}
      </Button>
    </form>
  )
}

/** Proof by passkey, prompted by the browser. */
function ByPasskey({ challenge, send, submit }: PartProps & { challenge: string }) {
  const { t } = useTranslation('auth')
  const [refused, setRefused] = useState(false)
  const { failure, pending, onSubmit } = useSubmit({
    fields: [],
    failed: t('identity.failed'),
    send: async () => {
      setRefused(false)
      try {
        await send({ credential: await signByPasskey({ challenge }) })
      } catch (error) {
        if (!(error instanceof PasskeyRefused)) throw error
        setRefused(true)
      }
    },
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      <FormError failure={failure} />
      {refused && (
        <Callout tone="warn" role="alert">
          <p>{t('identity.passkeyRefused')}</p>
        </Callout>
      )}
      <Button type="submit" variant="main" block pending={pending} icon={<KeyOutlined />} autoFocus>
        {submit}
      </Button>
    </form>
  )
}

/** Proof at the identity provider, in a new tab that reports when it is done. */
function ByProvider({ submit, onConfirmed }: { submit: string; onConfirmed: () => void }) {
  const { t } = useTranslation('auth')
  useEffect(() => onReport(report => report === 'stepped-up' && onConfirmed()), [onConfirmed])
  return (
    <>
      <p>{t('identity.provider')}</p>
      <ButtonLink variant="main" block to={startPath()} target="_blank" rel="noopener" autoFocus>
        {submit}
      </ButtonLink>
    </>
  )
}

interface IdentityFormProps {
  methods: readonly IdentityMethod[]
  challenge: string
  send: (proof: Given) => Promise<void>
  /** Called when the identity was confirmed at a provider. */
  onConfirmed?: () => void
  /** Alternative action, below. */
  children?: ReactNode
}

/** Asks the user to prove their identity by the first available method or another of their choice. */
export function IdentityForm({
  methods,
  challenge,
  send,
  onConfirmed = () => {},
  children,
}: IdentityFormProps) {
  const { t } = useTranslation('auth')
  const usable = methods.filter(method => method !== 'passkey' || passkeysWork())
  const [chosen, choose] = useState(usable[0])
  if (!chosen) return <p>{t('identity.none')}</p>
  const part = { send, submit: t(`identity.submit.${chosen}`) }
  return (
    <div className={styles.form}>
      {chosen === 'passkey' && <ByPasskey {...part} challenge={challenge} />}
      {chosen === 'single_sign_on' && <ByProvider submit={part.submit} onConfirmed={onConfirmed} />}
      {chosen in inputOf && <Typed key={chosen} {...part} method={chosen as keyof typeof inputOf} />}
      <div className={styles.others}>
        {usable
          .filter(method => method !== chosen)
          .map(method => (
            <Button key={method} variant="quiet" onClick={() => choose(method)}>
              {t(`identity.instead.${method}`)}
            </Button>
          ))}
        {children}
      </div>
    </div>
  )
}
