import { useTranslation } from 'react-i18next'
import { useCaller } from '#kit/caller.ts'
import { PackageButton } from '#kit/person-data/package-button.tsx'
import styles from './two-factor.module.css'

/** All that is held of oneself. */
export function OwnData() {
  const { t } = useTranslation('privacy')
  const { name } = useCaller()
  return (
    <section className={styles.panel} aria-labelledby="own-data">
      <h2 id="own-data">{t('package.own')}</h2>
      <p>{t('package.ownLead')}</p>
      <div className={styles.actions}>
        <PackageButton name={name} />
      </div>
    </section>
  )
}
