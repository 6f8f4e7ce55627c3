import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type CareSummary, care } from '#contract/care/care.ts'
import { SelectField } from '#kit/field.tsx'
import { Freshness } from '#kit/freshness.tsx'
import { Notice } from '#kit/notice.tsx'
import { Page } from '#kit/page.tsx'
import { Reading } from '#kit/reading.tsx'
import { useCall } from '#kit/use-call.ts'
import { useNow } from '#kit/use-now.ts'
import { Composer } from './composer.tsx'
import styles from './family.module.css'
import { Messages } from './messages.tsx'
import { standingAt } from './standing.ts'
import { StatusBadge } from './status-badge.tsx'
import { followed, useCareActs } from './use-care-acts.ts'
import { useWordsText } from './use-words-text.ts'
import { wordsOf } from './words.ts'

/** Milliseconds between two readings. */
const every = 15_000

/** How somebody in the family is, in plain words, and a place to write to them. */
export function Component() {
  const { t } = useTranslation(['care', 'navigation'])
  const [params, setParams] = useSearchParams()
  const asked = params.get('person')
  const day = useCall(care.day, {}, { follows: followed })
  const people = day.data?.people ?? []
  const id = asked ?? people[0]?.id
  const person = useCall(
    care.person,
    { params: { id: id ?? '' } },
    { every, follows: followed, enabled: id !== undefined },
  )
  return (
    <Page
      title={t('navigation:screens.family')}
      lead={t('family.lead')}
      freshness={<Freshness of={id === undefined ? day : person} />}
      actions={
        people.length > 1 && (
          <SelectField
            label={t('family.whom')}
            value={id}
            onChange={({ target }) => setParams({ person: target.value }, { replace: true })}
          >
            {asked !== null && !people.some(({ id }) => id === asked) && (
              <option value={asked}>{person.data?.name ?? asked}</option>
            )}
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )
      }
    >
      {id === undefined ? (
        <Reading of={day} failed={t('day.failed')}>
          {() => <Notice title={t('day.empty')}>{t('day.emptyHint')}</Notice>}
        </Reading>
      ) : (
        <Reading of={person} failed={t('person.failed')}>
          {data => <Told key={data.id} person={data} />}
        </Reading>
      )}
    </Page>
  )
}

function Told({ person }: { person: CareSummary }) {
  const { t } = useTranslation('care')
  const now = useNow()
  const acts = useCareActs(person)
  const { status, doses } = standingAt(person, now)
  const name = person.preferred_name ?? person.name
  const text = useWordsText({ name, zone: person.time_zone })
  const [first, ...others] = wordsOf({ status, known: person.known, checkins: person.checkins, doses }).map(
    text,
  )
  return (
    <div className={styles.family}>
      <section className={styles.told} data-status={status} aria-label={t('family.howIs', { name })}>
        <StatusBadge status={status} />
        <p className={styles.first}>{first}</p>
        {others.map(text => (
          <p key={text}>{text}</p>
        ))}
        <p className={styles.zone}>{t('person.zone', { zone: person.time_zone })}</p>
      </section>
      <section className={styles.talk} aria-labelledby="family-messages">
        <h2 id="family-messages">{t('message.around')}</h2>
        {acts.mayWrite && <Composer name={name} acts={acts} />}
        <Messages person={person} acts={acts} />
      </section>
    </div>
  )
}
