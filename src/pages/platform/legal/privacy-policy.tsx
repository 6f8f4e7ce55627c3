import { useTranslation } from 'react-i18next'
import { Document } from '#kit/document.tsx'

export function Component() {
  const { t } = useTranslation('legal')
  return (
    <Document
      title={t('privacy.title')}
      lead={t('privacy.lead')}
      sections={t('privacy.sections', { returnObjects: true })}
    />
  )
}
