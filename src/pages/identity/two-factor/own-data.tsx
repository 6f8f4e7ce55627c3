import { useTranslation } from 'react-i18next'
import { useCurrentUser } from '#kit/current-user.ts'
import { ExportDataButton } from '#kit/person-data/person-actions.tsx'
import styles from './two-factor.module.css'

/** Downloads a copy of the user's personal data. */
export function OwnData() {
  const { t } = useTranslation('privacy')
  const { name } = useCurrentUser()
  return (
    <section className={styles.panel} aria-labelledby="own-data">
      <h2 id="own-data">{t('package.own')}</h2>
      <p>{t('package.ownLead')}</p>
      <div className={styles.actions}>
        <ExportDataButton name={name} />
      </div>
    </section>
  )
}
