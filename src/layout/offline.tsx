import DisconnectOutlined from '@ant-design/icons/DisconnectOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { Notice } from '#kit/notice.tsx'
import { PageTitle } from '#kit/page-title.tsx'
import { session } from '#providers/auth.ts'
import styles from './spinner.module.css'

/** Shown in place of the console while the server cannot say whose token it is. */
export function Offline() {
  const { t } = useTranslation()
  return (
    <main className={styles.fill}>
      <PageTitle>{t('offline.title')}</PageTitle>
      <Notice
        level={1}
        tone="warn"
        icon={<DisconnectOutlined />}
        title={t('offline.title')}
        role="status"
        actions={<Button onClick={() => void session.check()}>{t('offline.now')}</Button>}
      >
        {t('offline.text')}
      </Notice>
    </main>
  )
}
