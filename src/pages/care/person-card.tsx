import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CarePerson } from '#contract/care/care.ts'
import { useNow } from '#kit/use-now.ts'
import styles from './care.module.css'
import { CareActionBar } from './care-action-bar.tsx'
import { currentCareStatus } from './current-care-status.ts'
import { Doses } from './doses.tsx'
import { LocalTime } from './local-time.tsx'
import { StatusBadge } from './status-badge.tsx'
import { Tasks } from './tasks.tsx'
import { useCareActions } from './use-care-actions.ts'
import { useReasonText } from './use-reason-text.ts'

/** Dose states that need an action now. */
const actionableStates = ['due', 'late', 'missed', 'unknown']

/** A person in the care list: status, reasons for their rank, and quick actions. */
export function PersonCard({ person }: { person: CarePerson }) {
  const { t } = useTranslation('care')
  const now = useNow()
  const acts = useCareActions(person)
  const reasonText = useReasonText(person.time_zone)
  const { status, reasons, doses } = currentCareStatus(person, now)
  const [first, ...others] = reasons.map(reason => reasonText(reason, now))
  const toDo = doses.filter(({ state }) => actionableStates.includes(state))
  return (
    <article className={styles.card} data-status={status} aria-labelledby={`name-${person.id}`}>
      <header className={styles.head}>
        <h2 id={`name-${person.id}`}>
          <Link to={`/care/${person.id}`}>{person.name}</Link>
        </h2>
        <StatusBadge status={status} />
        <LocalTime zone={person.time_zone} now={now} />
      </header>
      <div className={styles.why}>
        {first ? <p className={styles.first}>{first}</p> : <p>{t('day.nothing')}</p>}
        {others.length > 0 && (
          <ul>
            {others.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </div>
      {toDo.length > 0 && (
        <Doses doses={toDo} zone={person.time_zone} label={t('dose.of', { name: person.name })} acts={acts} />
      )}
      {person.tasks.length > 0 && (
        <Tasks tasks={person.tasks} label={t('task.of', { name: person.name })} now={now} acts={acts} />
      )}
      <CareActionBar person={person} contact={person.contact} acts={acts} />
    </article>
  )
}
