import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CarePerson } from '#contract/care/care.ts'
import type { Wellbeing } from '#contract/care/wellbeing.ts'
import { useFormat } from '#kit/format.ts'
import { Badge, type Tone } from '#kit/resource/badge.tsx'
import { useNow } from '#kit/use-now.ts'
import styles from './care.module.css'
import { CareActionBar } from './care-action-bar.tsx'
import { currentCareStatus } from './current-care-status.ts'
import { Doses } from './doses.tsx'
import { Tasks } from './tasks.tsx'
import { useCareActions } from './use-care-actions.ts'
import { usePersonFormat } from './use-person-format.ts'
import { useReasonText } from './use-reason-text.ts'

/** Dose states that need an action now. */
const actionableStates = ['due', 'late', 'missed', 'unknown']

/** A person in the care list: status, reasons for their rank, and quick actions. */
export function PersonCard({ person }: { person: CarePerson }) {
  const { t } = useTranslation('care')
  const now = useNow()
  const actions = useCareActions(person)
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
        <Doses
          doses={toDo}
          zone={person.time_zone}
          label={t('dose.of', { name: person.name })}
          actions={actions}
        />
      )}
      {person.tasks.length > 0 && (
        <Tasks tasks={person.tasks} label={t('task.of', { name: person.name })} now={now} actions={actions} />
      )}
      <CareActionBar person={person} contact={person.contact} actions={actions} />
    </article>
  )
}

/** The person's local time, if it differs from the viewer's. */
export function LocalTime({ zone, now }: { zone: string; now: number }) {
  const { t } = useTranslation('care')
  const viewer = useFormat()
  const person = usePersonFormat(zone)
  const time = person.time(now)
  if (time === viewer.time(now)) return null
  return <span className={styles.clock}>{t('time.local', { time })}</span>
}

const tones: Record<Wellbeing, Tone> = {
  needs_help: 'red',
  needs_attention: 'yellow',
  unknown: 'grey',
  well: 'green',
}

/** Badge of a person's wellbeing status. */
export function StatusBadge({ status }: { status: Wellbeing }) {
  const { t } = useTranslation('care')
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
}
