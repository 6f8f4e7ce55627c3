import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { care } from '#contract/care/care.ts'
import { grant, may } from '#contract/kit/permissions.ts'
import { useCaller } from '#kit/caller.ts'
import { useFormat } from '#kit/format.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Notice } from '#kit/notice.tsx'
import { Page } from '#kit/page.tsx'
import { Reading } from '#kit/reading.tsx'
import { RecordPicker } from '#kit/resource/record-picker.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './care.module.css'
import { PersonCard } from './person-card.tsx'
import { followed } from './use-care-acts.ts'

/** Milliseconds between two readings. */
const every = 15_000

/** Whom the caller looks after, who needs attention first; of one organization, where they reach several. */
export function Component() {
  const { t } = useTranslation(['care', 'navigation'])
  const format = useFormat()
  const { role } = useCaller()
  const [params, setParams] = useSearchParams()
  const organization_id = params.get('organization') ?? undefined
  const day = useCall(care.day, { query: { organization_id } }, { every, follows: followed })
  const reachesAll = grant(role, may('care', 'list'))?.reach === 'all'
  return (
    <Page
      title={t('navigation:screens.care')}
      lead={t('day.lead')}
      freshness={<Freshness of={day} />}
      actions={
        reachesAll && (
          <RecordPicker
            resource="organizations"
            picked={organization_id}
            onPick={picked => setParams(picked ? { organization: picked } : {}, { replace: true })}
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
      <Reading of={day} failed={t('day.failed')}>
        {({ people, total }) =>
          people.length === 0 ? (
            organization_id === undefined ? (
              <Notice title={t('day.empty')}>{t('day.emptyHint')}</Notice>
            ) : (
              <Notice title={t('day.organization.empty')} />
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
      </Reading>
    </Page>
  )
}
