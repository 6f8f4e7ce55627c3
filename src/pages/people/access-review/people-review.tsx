import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { staffRoles } from '#contract/kit/permissions.ts'
import { accessReview } from '#contract/people/access-review.ts'
import { call } from '#kit/call.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { SelectField, TextField } from '#kit/field.tsx'
import { useFormat } from '#kit/format.ts'
import { QueryState } from '#kit/query-state.tsx'
import { Reference } from '#kit/resource/reference.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './access-review.module.css'
import { OrganizationFilter, useDays } from './filters.tsx'
import { usePaging } from './pages.tsx'
import { ReviewTable } from './review-table.tsx'

type Finding = 'idle' | 'unprotected' | 'all'

const filtersOf = (finding: Finding, days: number) => {
  if (finding === 'idle') return { idle_days: days }
  return finding === 'unprotected' ? { has_second_factor: 'false' } : {}
}

/** People who may sign in, with their last sign-in, second factor and open sessions. */
export function PeopleReview() {
  const { t } = useTranslation(['access-review', 'common'])
  const format = useFormat()
  const isStaff = staffRoles.includes(useCurrentUser().role)
  const [finding, setFinding] = useState<Finding>('idle')
  const { days, input } = useDays(t('days.signIn'))
  const [organization, setOrganization] = useState<string>()
  const filters = { ...filtersOf(finding, days), ...(organization && { organization_id: organization }) }
  const sorted = { ...filters, _sort: 'last_login', _order: 'asc' as const }
  const paging = usePaging(sorted)
  const people = useCall(accessReview.people, { query: { ...sorted, ...paging.range } as never })
  return (
    <>
      <div className={styles.filters}>
        <SelectField
          label={t('findings.label')}
          value={finding}
          options={(['idle', 'unprotected', 'all'] as const).map(value => ({
            value,
            label: t(`findings.${value}`),
          }))}
          onChange={setFinding}
        />
        {finding === 'idle' && <TextField {...input} />}
        <OrganizationFilter picked={organization} onPick={setOrganization} />
      </div>
      <QueryState of={people} failed={t('people.failed')}>
        {({ reviewed_people, total }) => (
          <ReviewTable
            title={t('sections.people')}
            rows={reviewed_people}
            paging={paging}
            total={total}
            heads={[
              t('fields.role'),
              ...(isStaff ? [t('fields.organization')] : []),
              t('fields.lastLogin'),
              t('fields.secondFactor'),
              t('fields.sessions'),
            ]}
            note={({ email }) => email}
            cells={({ role, organization_id, last_login, has_second_factor, sessions }) => (
              <>
                <td data-label={t('fields.role')}>{t(`common:roles.${role}`)}</td>
                {isStaff && (
                  <td data-label={t('fields.organization')}>
                    <Reference resource="organizations" id={organization_id} />
                  </td>
                )}
                <td data-label={t('fields.lastLogin')}>
                  {last_login ? <time dateTime={last_login}>{format.date(last_login)}</time> : t('never')}
                </td>
                <td
                  data-label={t('fields.secondFactor')}
                  className={has_second_factor ? undefined : styles.missing}
                >
                  {t(has_second_factor ? 'secondFactor.on' : 'secondFactor.off')}
                </td>
                <td data-label={t('fields.sessions')}>{format.number(sessions)}</td>
              </>
            )}
            isEndable={({ sessions }) => sessions > 0}
            act="people"
            end={async ids => {
              await call(accessReview.endSessions, { body: { ids } })
              await people.refetch()
            }}
            exported={{ endpoint: accessReview.people, query: sorted, file: 'access-review-people' }}
          />
        )}
      </QueryState>
    </>
  )
}
