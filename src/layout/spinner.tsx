import DisconnectOutlined from '@ant-design/icons/DisconnectOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { PageTitle } from '#kit/page.tsx'
import { session } from '#providers/auth.ts'
import styles from './spinner.module.css'

/** Full-screen spinner while the session is validated; the same frame as in index.html. */
export function Spinner() {
  const { t } = useTranslation()
  return (
    <div className="boot" role="status">
      <span className="spoken">{t('checking')}</span>
    </div>
  )
}

/** Shown while the server cannot validate the session. */
export function Offline() {
  const { t } = useTranslation()
  return (
    <main className={styles.fill}>
      <PageTitle>{t('offline.title')}</PageTitle>
      <EmptyState
        level={1}
        tone="warn"
        icon={<DisconnectOutlined />}
        title={t('offline.title')}
        role="status"
        actions={<Button onClick={() => void session.check()}>{t('offline.now')}</Button>}
      >
        {t('offline.text')}
      </EmptyState>
    </main>
  )
}
