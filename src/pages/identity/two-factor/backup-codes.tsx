import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import styles from './backup-codes.module.css'

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
