import { useTranslation } from 'react-i18next'
import { type CareSummary, care } from '#contract/care/care.ts'
import { useSearch } from '#kit/address.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { SelectField } from '#kit/field.tsx'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import { useNow } from '#kit/use-now.ts'
import { Composer } from './composer.tsx'
import { currentCareStatus } from './current-care-status.ts'
import styles from './family.module.css'
import { Messages } from './messages.tsx'
import { StatusBadge } from './person-card.tsx'
import { summarySentences } from './summary-sentences.ts'
import { careResource, useCareActions } from './use-care-actions.ts'
import { useSummaryText } from './use-summary-text.ts'

/** Refetch interval in milliseconds. */
const refetchIntervalMs = 15_000

/** Family view: a plain summary of how the person is, and messages. */
export function Component() {
  const { t } = useTranslation(['care', 'navigation'])
  const [params, change] = useSearch()
  const selectedId = params.get('person')
  const day = useCall(care.day, {}, { resource: careResource })
  const people = day.data?.people ?? []
  const id = selectedId ?? people[0]?.id
  const person = useCall(
    care.person,
    { params: { id: id ?? '' } },
    { refetchIntervalMs, resource: careResource, enabled: id !== undefined },
  )
  return (
    <Page
      title={t('navigation:screens.family')}
      lead={t('family.lead')}
      freshness={<Freshness of={id === undefined ? day : person} />}
      actions={
        people.length > 1 && (
          <SelectField
            label={t('family.person')}
            value={id}
            options={[
              ...(selectedId !== null && !people.some(({ id }) => id === selectedId)
                ? [{ value: selectedId, label: person.data?.name ?? selectedId }]
                : []),
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={person => change({ person }, { replace: true })}
          />
        )
      }
    >
      {id === undefined ? (
        <QueryState of={day} failed={t('day.failed')}>
          {() => <EmptyState title={t('day.empty')}>{t('day.emptyHint')}</EmptyState>}
        </QueryState>
      ) : (
        <QueryState of={person} failed={t('person.failed')}>
          {data => <FamilySummary key={data.id} person={data} />}
        </QueryState>
      )}
    </Page>
  )
}

function FamilySummary({ person }: { person: CareSummary }) {
  const { t } = useTranslation('care')
  const now = useNow()
  const actions = useCareActions(person)
  const { status, doses } = currentCareStatus(person, now)
  const name = person.preferred_name ?? person.name
  const text = useSummaryText({ name, zone: person.time_zone })
  const [first, ...others] = summarySentences({
    status,
    help: person.help,
    known: person.known,
    checkins: person.checkins,
    doses,
  }).map(text)
  return (
    <div className={styles.family}>
      <section className={styles.status} data-status={status} aria-label={t('family.howIs', { name })}>
        <StatusBadge status={status} />
        <p className={styles.first}>{first}</p>
        {others.map(text => (
          <p key={text}>{text}</p>
        ))}
        <p className={styles.zone}>{t('person.zone', { zone: person.time_zone })}</p>
      </section>
      <section className={styles.talk} aria-labelledby="family-messages">
        <h2 id="family-messages">{t('message.around')}</h2>
        {actions.canWrite && <Composer name={name} actions={actions} />}
        <Messages person={person} actions={actions} />
      </section>
    </div>
  )
}
