import { useTranslation } from 'react-i18next'
import { PageTitle } from '#kit/page.tsx'
import styles from './legal.module.css'

interface DocumentProps {
  title: string
  lead: string
  sections: readonly { title: string; text: string }[]
}

/** A page of prose: terms, policies. */
const Document = ({ title, lead, sections }: DocumentProps) => (
  <article className={styles.document}>
    <PageTitle>{title}</PageTitle>
    <h1>{title}</h1>
    <p className={styles.lead}>{lead}</p>
    {sections.map(section => (
      <section key={section.title}>
        <h2>{section.title}</h2>
        <p>{section.text}</p>
      </section>
    ))}
  </article>
)

export function TermsOfService() {
  const { t } = useTranslation('legal')
  return (
    <Document
      title={t('terms.title')}
      lead={t('terms.lead')}
      sections={t('terms.sections', { returnObjects: true })}
    />
  )
}

export function PrivacyPolicy() {
  const { t } = useTranslation('legal')
  return (
    <Document
      title={t('privacy.title')}
      lead={t('privacy.lead')}
      sections={t('privacy.sections', { returnObjects: true })}
    />
  )
}
