import { useTranslation } from 'react-i18next'
import { care } from '#contract/care/care.ts'
import { grant, may } from '#contract/kit/permissions.ts'
import { useSearch } from '#kit/address.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { useFormat } from '#kit/format.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { RecordPicker } from '#kit/resource/record-picker.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './care.module.css'
import { PersonCard } from './person-card.tsx'
import { careResource } from './use-care-actions.ts'

/** Refetch interval in milliseconds. */
const refetchIntervalMs = 15_000

/** People in the user's care, most urgent first; filtered by organization where the user sees several. */
export function Component() {
  const { t } = useTranslation(['care', 'navigation'])
  const format = useFormat()
  const { role } = useCurrentUser()
  const [params, change] = useSearch()
  const organization_id = params.get('organization') ?? undefined
  const day = useCall(care.day, { query: { organization_id } }, { refetchIntervalMs, resource: careResource })
  const canSeeAll = grant(role, may('care', 'list'))?.reach === 'all'
  return (
    <Page
      title={t('navigation:screens.care')}
      lead={t('day.lead')}
      freshness={<Freshness of={day} />}
      actions={
        canSeeAll && (
          <RecordPicker
            resource="organizations"
            picked={organization_id}
            onPick={organization => change({ organization }, { replace: true })}
            texts={{
              choose: t('day.organization.choose'),
              find: t('day.organization.find'),
              all: t('day.organization.all'),
              one: t('day.organization.one'),
              none: t('day.organization.none'),
            }}
          />
        )
      }
    >
      <QueryState of={day} failed={t('day.failed')}>
        {({ people, total }) =>
          people.length === 0 ? (
            organization_id === undefined ? (
              <EmptyState title={t('day.empty')}>{t('day.emptyHint')}</EmptyState>
            ) : (
              <EmptyState title={t('day.organization.empty')} />
            )
          ) : (
            <>
              <ol className={styles.day}>
                {people.map(person => (
                  <li key={person.id}>
                    <PersonCard person={person} />
                  </li>
                ))}
              </ol>
              {total > people.length && (
                <p className={styles.more}>
                  {t('day.more', {
                    shown: format.number(people.length),
                    total: format.number(total),
                  })}
                </p>
              )}
            </>
          )
        }
      </QueryState>
    </Page>
  )
}
