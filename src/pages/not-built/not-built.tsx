import BuildOutlined from '@ant-design/icons/BuildOutlined'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#kit/button.tsx'
import { Notice } from '#kit/notice.tsx'
import { Page } from '#kit/page.tsx'
import styles from './not-built.module.css'
import type { Unbuilt } from './unbuilt.ts'

/** Holds a screen's place until it is built, and says what will be there. */
export function NotBuilt({ name }: { name: Unbuilt }) {
  const { t } = useTranslation(['pages', 'navigation'])
  return (
    <Page title={t(`navigation:screens.${name}`)}>
      <div className={styles.place}>
        <Notice
          icon={<BuildOutlined />}
          title={t('notBuilt.title')}
          actions={<ButtonLink to="/analytics">{t('notBuilt.home')}</ButtonLink>}
        >
          <p>{t('notBuilt.lead')}</p>
          <p className={styles.what}>{t(`unbuilt.${name}`)}</p>
        </Notice>
      </div>
    </Page>
  )
}
