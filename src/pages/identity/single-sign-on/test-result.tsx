import { useTranslation } from 'react-i18next'
import type { SignInTest } from '#contract/identity/single-sign-on.ts'
import { ButtonLink } from '#kit/button.tsx'
import { Callout } from '#kit/callout.tsx'
import { useFormat } from '#kit/format.ts'
import { startPath } from '#kit/identity/single-sign-on.ts'
import { type PartProps, Section } from './parts.tsx'
import styles from './single-sign-on.module.css'

/** What a test of the settings received, and what a sign-in with it would do. */
export function TestResult({ test }: { test: SignInTest }) {
  const { t } = useTranslation(['single-sign-on', 'common'])
  const format = useFormat()
  const rows = [
    [t('test.at'), format.dateTime(test.at)],
    [t('test.email'), test.email ?? '–'],
    [t('test.groups'), test.groups.join(', ') || '–'],
    [t('test.role'), test.role ? t(`common:roles.${test.role}`) : '–'],
    [t('test.secondFactor'), t(test.second_factor ? 'yes' : 'no')],
  ]
  return (
    <div className={styles.result}>
      <Callout tone={test.failure ? 'bad' : 'good'} role={test.failure ? 'alert' : 'status'}>
        <p>{test.failure ? test.detail : t('test.succeeded')}</p>
      </Callout>
      <dl className={styles.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {test.claims && (
        <details>
          <summary>{t('test.claims')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
          <pre className={styles.claims} tabIndex={0}>
            {JSON.stringify(test.claims, null, 2)}
          </pre>
        </details>
      )}
    </div>
  )
}

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
