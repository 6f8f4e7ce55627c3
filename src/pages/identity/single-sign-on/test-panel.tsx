import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#kit/button.tsx'
import { startPath } from '#kit/identity/single-sign-on.ts'
import { type PartProps, Section } from './parts.tsx'
import { TestResult } from './test-result.tsx'

/** Tests the settings by a sign-in in a new tab, and shows the outcome of the latest test. */
export function TestPanel({ organizationId, provider }: PartProps) {
  const { t } = useTranslation('single-sign-on')
  return (
    <Section title={t('test.panel')} lead={t('test.lead')}>
      <div>
        <ButtonLink to={startPath(organizationId)} target="_blank" rel="noopener">
          {t('test.start')}
        </ButtonLink>
      </div>
      {provider.last_test && <TestResult test={provider.last_test} />}
    </Section>
  )
}
