import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { staffRoles } from '#contract/kit/permissions.ts'
import { accessReview } from '#contract/people/access-review.ts'
import { call } from '#kit/call.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { SelectField, TextField } from '#kit/field.tsx'
import { useFormat } from '#kit/format.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { QueryState } from '#kit/query-state.tsx'
import { useLabels } from '#kit/resource/labels.ts'
import { Reference } from '#kit/resource/reference.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './access-review.module.css'
import { OrganizationFilter, useDays } from './filters.tsx'
import { usePaging } from './pages.tsx'
import { ReviewTable } from './review-table.tsx'

type Finding = 'unused' | 'orphaned' | 'all'

const filtersOf = (finding: Finding, days: number) => {
  if (finding === 'unused') return { idle_days: days }
  return finding === 'orphaned' ? { creator_left: 'true' } : {}
}

/** Active API keys, with their last use and who made them. */
export function KeyReview() {
  const { t } = useTranslation('access-review')
  const format = useFormat()
  const isStaff = staffRoles.includes(useCurrentUser().role)
  const labels = useLabels('api-keys')
  const { list } = useLocaleFormats()
  const [finding, setFinding] = useState<Finding>('unused')
  const { days, input } = useDays(t('days.use'))
  const [organization, setOrganization] = useState<string>()
  const filters = { ...filtersOf(finding, days), ...(organization && { organization_id: organization }) }
  const sorted = { ...filters, _sort: 'last_used_at', _order: 'asc' as const }
  const paging = usePaging(sorted)
  const keys = useCall(accessReview.keys, { query: { ...sorted, ...paging.range } as never })
  return (
    <>
      <div className={styles.filters}>
        <SelectField
          label={t('findings.label')}
          value={finding}
          options={(['unused', 'orphaned', 'all'] as const).map(value => ({
            value,
            label: t(`findings.${value}`),
          }))}
          onChange={setFinding}
        />
        {finding === 'unused' && <TextField {...input} />}
        <OrganizationFilter picked={organization} onPick={setOrganization} />
      </div>
      <QueryState of={keys} failed={t('keys.failed')}>
        {({ reviewed_keys, total }) => (
          <ReviewTable
            title={t('sections.keys')}
            rows={reviewed_keys}
            paging={paging}
            total={total}
            heads={[
              t('fields.scopes'),
              ...(isStaff ? [t('fields.organization')] : []),
              t('fields.lastUsed'),
              t('fields.creator'),
            ]}
            note={({ prefix }) => <code dir="ltr">{prefix}</code>}
            cells={({ scopes, organization_id, last_used_at, creator_name, creator_left }) => (
              <>
                <td data-label={t('fields.scopes')}>
                  {list(scopes.map(scope => labels.option('scopes', scope)))}
                </td>
                {isStaff && (
                  <td data-label={t('fields.organization')}>
                    <Reference resource="organizations" id={organization_id} />
                  </td>
                )}
                <td data-label={t('fields.lastUsed')}>
                  {last_used_at ? (
                    <time dateTime={last_used_at}>{format.date(last_used_at)}</time>
                  ) : (
                    t('neverUsed')
                  )}
                </td>
                <td data-label={t('fields.creator')}>
                  <span dir="auto" translate="no">
                    {creator_name ?? '–'}
                  </span>
                  {creator_left && <small className={styles.missing}>{t('creatorLeft')}</small>}
                </td>
              </>
            )}
            isEndable={() => true}
            act="keys"
            end={async ids => {
              await call(accessReview.revokeKeys, { body: { ids } })
              await keys.refetch()
            }}
            exported={{ endpoint: accessReview.keys, query: sorted, file: 'access-review-keys' }}
          />
        )}
      </QueryState>
    </>
  )
}
