import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type CareSummary, care } from '#contract/care/care.ts'
import { elderly } from '#contract/people/elderly.ts'
import { Cards, Panel, Panels } from '#kit/analytics/panel.tsx'
import { ButtonLink } from '#kit/button.tsx'
import { Sparkline } from '#kit/chart/sparkline.tsx'
import { useCanCall } from '#kit/current-user.ts'
import { useFormat } from '#kit/format.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import { useNow } from '#kit/use-now.ts'
import styles from './care.module.css'
import { CareActionBar } from './care-action-bar.tsx'
import { Consent } from './consent.tsx'
import { currentCareStatus } from './current-care-status.ts'
import { Doses } from './doses.tsx'
import { Messages } from './messages.tsx'
import { LocalTime, StatusBadge } from './person-card.tsx'
import { Records } from './records.tsx'
import { Tasks } from './tasks.tsx'
import { careResource, useCareActions } from './use-care-actions.ts'
import { usePersonFormat } from './use-person-format.ts'
import { useReasonText } from './use-reason-text.ts'
import { Vitals } from './vitals.tsx'

/** Refetch interval in milliseconds. */
const refetchIntervalMs = 15_000

/** A person's care screen. */
export function Component() {
  const { t } = useTranslation(['care', 'navigation'])
  const { id = '' } = useParams()
  const person = useCall(care.person, { params: { id } }, { refetchIntervalMs, resource: careResource })
  return (
    <Page
      title={person.data?.name ?? t('navigation:screens.carePerson')}
      lead={<Link to="/care">{t('person.back')}</Link>}
      freshness={<Freshness of={person} />}
      actions={person.data && <Ways person={person.data} />}
    >
      <QueryState of={person} failed={t('person.failed')}>
        {summary => <Summary person={summary} />}
      </QueryState>
    </Page>
  )
}

function Ways({ person }: { person: CareSummary }) {
  const { t } = useTranslation('care')
  const may = useCanCall()
  return (
    <>
      <ButtonLink to={`/family?person=${person.id}`}>{t('person.familyView')}</ButtonLink>
      {may(elderly.show) && <ButtonLink to={`/users/elderly/${person.id}`}>{t('person.record')}</ButtonLink>}
    </>
  )
}

function Tile({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.tile} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Summary({ person }: { person: CareSummary }) {
  const { t } = useTranslation('care')
  const now = useNow()
  const actions = useCareActions(person)
  const { status, reasons, evidence, doses } = currentCareStatus(person, now)
  return (
    <>
      <Status person={person} status={status} evidence={evidence} reasons={reasons} now={now} />
      <CareActionBar person={person} contact={person.contacts[0] ?? null} actions={actions} />
      <Panels>
        <Panel title={t('dose.today')} lead={t('person.zone', { zone: person.time_zone })}>
          {doses.length === 0 ? (
            <p className={styles.quiet}>{t('dose.none')}</p>
          ) : (
            <Doses doses={doses} zone={person.time_zone} label={t('dose.today')} actions={actions} />
          )}
        </Panel>
        <Panel title={t('task.title')}>
          {person.tasks.length === 0 ? (
            <p className={styles.quiet}>{t('task.none')}</p>
          ) : (
            <Tasks tasks={person.tasks} label={t('task.title')} now={now} actions={actions} />
          )}
        </Panel>
      </Panels>
      <Tiles person={person} />
      {person.vitals && person.vitals.length > 0 && <Vitals vitals={person.vitals} zone={person.time_zone} />}
      <Panels>
        <Panel title={t('message.around')}>
          <Messages person={person} actions={actions} />
        </Panel>
        <Plan plan={person.plan} />
      </Panels>
      <Panels>
        <Records person={person} />
      </Panels>
      <Consent person={person} />
    </>
  )
}

interface StatusProps extends Pick<ReturnType<typeof currentCareStatus>, 'status' | 'evidence' | 'reasons'> {
  person: CareSummary
  now: number
}

/** Status with its evidence and age. */
function Status({ person, status, evidence, reasons, now }: StatusProps) {
  const { t } = useTranslation('care')
  const format = useFormat()
  const reasonText = useReasonText(person.time_zone)
  return (
    <section className={styles.card} data-status={status} aria-label={t('person.status')}>
      <div className={styles.head}>
        <StatusBadge status={status} />
        <LocalTime zone={person.time_zone} now={now} />
      </div>
      {reasons.length > 0 && (
        <ul className={styles.why}>
          {reasons.map((reason, index) => (
            <li key={reason.kind} className={index === 0 ? styles.first : undefined}>
              {reasonText(reason, now)}
            </li>
          ))}
        </ul>
      )}
      <ul className={styles.evidence} aria-label={t('person.evidence')}>
        {evidence.map(({ kind, at }) => (
          <li key={kind}>
            {at === null
              ? t(`evidence.${kind}`)
              : t('evidence.aged', { what: t(`evidence.${kind}`), ago: format.ago(at, now) })}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tiles({ person }: { person: CareSummary }) {
  const { t } = useTranslation('care')
  const format = useFormat()
  const there = usePersonFormat(person.time_zone)
  const wallClock = usePersonFormat('UTC')
  const { checkins, adherence, mood } = person
  const last = mood?.at(-1)
  return (
    <Cards>
      <Tile title={t('tile.streak')}>
        <p className={styles.figure}>{t('tile.days', { count: checkins.streak })}</p>
        <p className={styles.quiet}>
          {checkins.last_at
            ? t('tile.lastCheckin', { ago: format.ago(checkins.last_at) })
            : t('tile.noCheckin')}
        </p>
      </Tile>
      <Tile title={t('tile.usual')}>
        <p className={styles.figure}>
          {wallClock.time(checkins.usual_time && `1970-01-01T${checkins.usual_time}Z`)}
        </p>
        <p className={styles.quiet}>{t(checkins.today ? 'tile.checkedIn' : 'tile.notCheckedIn')}</p>
      </Tile>
      <Tile title={t('tile.adherence')}>
        <p className={styles.figure}>{format.percent(adherence?.rate ?? null)}</p>
        <p className={styles.quiet}>
          {t('tile.doses', {
            taken: format.number(adherence?.taken ?? 0),
            missed: format.number(adherence?.missed ?? 0),
            unknown: format.number(adherence?.unknown ?? 0),
          })}
        </p>
      </Tile>
      <Tile title={t('tile.mood')}>
        <p className={styles.figure}>{last ? t('tile.moodOf', { score: format.number(last.score) }) : '–'}</p>
        {mood && mood.length > 1 ? (
          <Sparkline values={mood.map(({ score }) => score)} />
        ) : (
          <p className={styles.quiet}>{last ? there.date(last.at) : t('tile.noMood')}</p>
        )}
      </Tile>
    </Cards>
  )
}

function Plan({ plan }: Pick<CareSummary, 'plan'>) {
  const { t } = useTranslation('care')
  const format = useFormat()
  return (
    <Panel title={t('plan.title')}>
      {!plan || plan.goals.length === 0 ? (
        <p className={styles.quiet}>{t('plan.none')}</p>
      ) : (
        <ul className={styles.rows}>
          {plan.goals.map(({ title, progress }) => (
            <li key={title} className={styles.row}>
              <span className={styles.what}>{title}</span>
              <progress value={progress} max={100} aria-label={title} />
              <span className="numbers">{format.percent(progress)}</span>
            </li>
          ))}
        </ul>
      )}
      {plan?.review_on && (
        <p className={styles.quiet}>{t('plan.review', { day: format.date(`${plan.review_on}T12:00Z`) })}</p>
      )}
    </Panel>
  )
}
