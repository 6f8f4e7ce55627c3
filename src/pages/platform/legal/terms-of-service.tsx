import { useTranslation } from 'react-i18next'
import { Document } from '#kit/document.tsx'

export function Component() {
  const { t } = useTranslation('legal')
  return (
    <Document
      title={t('terms.title')}
      lead={t('terms.lead')}
      sections={t('terms.sections', { returnObjects: true })}
    />
  )
}
