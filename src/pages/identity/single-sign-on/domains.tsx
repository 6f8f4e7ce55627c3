import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { emailDomains } from '#contract/identity/email-domains.ts'
import type { IdentityProvider } from '#contract/identity/single-sign-on.ts'
import { staffRoles } from '#contract/kit/permissions.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { Form, TextItem } from '#kit/form.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import { CopiedValue, type PartProps, Section, useChange } from './parts.tsx'
import styles from './single-sign-on.module.css'

/** E-mail domains of the organization; people with such an address are sent to its provider. */
export function Domains({ organizationId, provider, onChange }: PartProps) {
  const { t } = useTranslation('single-sign-on')
  const params = { id: organizationId }
  async function add({ domain }: { domain: string }) {
    await call(emailDomains.add, { params, body: { domain: domain.trim() } })
    await onChange()
  }
  return (
    <Section title={t('domains.title')} lead={t('domains.lead')}>
      {provider.domains.length > 0 && (
        <ul className={styles.rows}>
          {provider.domains.map(domain => (
            <DomainRow key={domain.domain} domain={domain} params={params} onChange={onChange} />
          ))}
        </ul>
      )}
      <Form<{ domain: string }> key={provider.domains.length} layout="line" failed={t('notSaved')} send={add}>
        {pending => (
          <>
            <TextItem
              label={t('domains.domain')}
              name="domain"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={253}
              required
            />
            <Button type="submit" pending={pending}>
              {t('domains.add')}
            </Button>
          </>
        )}
      </Form>
    </Section>
  )
}

interface DomainRowProps {
  domain: IdentityProvider['domains'][number]
  params: { id: string }
  onChange: () => Promise<void>
}

function DomainRow({ domain: { domain, verified_at, record }, params: { id }, onChange }: DomainRowProps) {
  const { t } = useTranslation('single-sign-on')
  const isStaff = staffRoles.includes(useCurrentUser().role)
  const change = useChange(onChange)
  const params = { id, domain }
  const verify = useMutation({
    mutationFn: (without_record: boolean) => call(emailDomains.verify, { params, body: { without_record } }),
    ...change,
  })
  const remove = useMutation({
    mutationFn: () => call(emailDomains.remove, { params }),
    ...change,
  })
  return (
    <li className={styles.row}>
      <div className={styles.state}>
        <strong>{domain}</strong>
        <Badge tone={verified_at ? 'green' : 'yellow'}>
          {t(verified_at ? 'domains.verified' : 'domains.unverified')}
        </Badge>
      </div>
      {!verified_at && (
        <>
          <p>{t('domains.record')}</p>
          <dl className={styles.facts}>
            <CopiedValue label={t('domains.name')} value={record.name} copy={t('domains.copyName')} />
            <CopiedValue label={t('domains.value')} value={record.value} copy={t('domains.copyValue')} />
          </dl>
        </>
      )}
      <div className={styles.actions}>
        {!verified_at && (
          <Button pending={verify.isPending} onClick={() => verify.mutate(false)}>
            {t('domains.verify')}
          </Button>
        )}
        {!verified_at && isStaff && (
          <Button pending={verify.isPending} onClick={() => verify.mutate(true)}>
            {t('domains.confirm')}
          </Button>
        )}
        <Button variant="danger" pending={remove.isPending} onClick={() => remove.mutate()}>
          {t('domains.remove', { domain })}
        </Button>
      </div>
    </li>
  )
}
