import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import { useTranslation } from 'react-i18next'
import { totpDigits, twoFactor } from '#contract/identity/two-factor.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { Form, TextItem } from '#kit/form.tsx'
import styles from './two-factor.module.css'

interface SetupProps {
  made: ReplyOf<typeof twoFactor.setupTotp>
  onEnabled: () => Promise<void>
  onCancel: () => void
}

/** Sets up an authenticator app: shows the secret, verifies a code, enables 2FA. */
export function Setup({ made, onEnabled, onCancel }: SetupProps) {
  const { t } = useTranslation(['security', 'common'])
  return (
    <ol className={styles.steps}>
      <li>
        <h3>{t('setup.scan')}</h3>
        <div className={styles.scan}>
          <img className={styles.qr} src={made.qr_code} alt={t('setup.qr')} />
          <div>
            <p>{t('setup.type')}</p>
            <p className={styles.secret}>
              <code>{made.secret.match(/.{1,4}/g)?.join(' ')}</code>
              <CopyButton text={made.secret} label={t('setup.copySecret')} />
            </p>
          </div>
        </div>
      </li>
      <li>
        <h3>{t('setup.keep')}</h3>
        <BackupCodes codes={made.backup_codes} />
      </li>
      <li>
        <h3>{t('setup.verify')}</h3>
        <Form<{ token?: string }>
          layout="stack"
          failed={t('setup.invalid')}
          check={({ token = '' }) => ({ token: token.length < totpDigits && t('setup.missing') })}
          send={async ({ token = '' }) => {
            await call(twoFactor.enableTotp, { body: { token } })
            await onEnabled()
          }}
        >
          {pending => (
            <>
              <TextItem
                label={t('setup.code')}
                name="token"
                normalize={text => text.replaceAll(/\D/g, '').slice(0, totpDigits)}
                inputMode="numeric"
                autoComplete="one-time-code"
              />
              <div className={styles.actions}>
                <Button type="submit" variant="main" pending={pending}>
                  {t('setup.enable')}
                </Button>
                <Button onClick={onCancel}>{t('common:cancel')}</Button>
              </div>
            </>
          )}
        </Form>
      </li>
    </ol>
  )
}

/** Backup codes to copy or print; they are shown only once. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('security')
  return (
    <div className={styles.sheet}>
      <p>{t('codes.lead')}</p>
      <ul className={styles.codes} aria-label={t('codes.title')}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className={styles.tools}>
        <CopyButton text={codes.join('\n')} label={t('codes.copy')} />
        <Button variant="quiet" icon={<PrinterOutlined />} onClick={() => window.print()}>
          {t('codes.print')}
        </Button>
      </p>
    </div>
  )
}
