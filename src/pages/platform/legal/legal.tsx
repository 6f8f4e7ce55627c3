import { useTranslation } from 'react-i18next'
import { Document } from '#kit/document.tsx'

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
