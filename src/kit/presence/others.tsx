import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveStatus } from '../live-status.ts'
import { useLocaleFormats } from '../locale-formats.ts'
import { Popover } from '../popover.tsx'
import styles from './others.module.css'
import { type Identity, type Others as OthersState, useOpenRecord, useOthers } from './presence.ts'

/** People whose initials are shown; others are counted. */
const maxShown = 3

/** `Ana María Ruiz` → `AM`. */
const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map(part => [...part][0] ?? '')
    .join('')

/** The name of a person as far as one may know it; staff of the service are support. */
export function useIdentityName(): (person: Identity | null) => string {
  const { t } = useTranslation('kit')
  return person => (person ? (person.name ?? t('presence.support')) : t('presence.someone'))
}

interface OthersProps {
  resource: string
  id: string
  /** The names of fields, for what others are editing. */
  fieldName?: (field: string) => string | undefined
}

/** Who else has a record open: initials, with names and what they do in a panel. Shows oneself to them. */
export function Others({ resource, id, fieldName }: OthersProps) {
  useOpenRecord(resource, id)
  const others = useOthers(resource, id)
  useFollowChanges(resource, id, others)
  return <OthersView others={others} fieldName={fieldName} />
}

/** {@link Others} without saying that the record is open. */
export function OthersView({
  others: { people, total },
  fieldName,
}: {
  others: OthersState
  fieldName?: OthersProps['fieldName'] | undefined
}) {
  const { t } = useTranslation('kit')
  const nameOf = useIdentityName()
  const { list } = useLocaleFormats()
  const sentenceOf = (person: OthersState['people'][number]) => {
    const name = nameOf(person)
    const fields = person.fields.flatMap(field => fieldName?.(field) ?? [])
    if (fields.length > 0) return t('presence.editingField', { name, field: list(fields) })
    return t(person.is_editing ? 'presence.editing' : 'presence.viewing', { name })
  }
  const shown = people.slice(0, maxShown)
  const rest = total - shown.length
  const spoken = [
    ...shown.map(person =>
      t(person.is_editing ? 'presence.editing' : 'presence.viewing', { name: nameOf(person) }),
    ),
    ...(rest > 0 ? [t('presence.more', { count: rest })] : []),
  ].join(' · ')
  return (
    <>
      <span className="spoken" role="status">
        {spoken}
      </span>
      {total > 0 && (
        <Popover
          label={t('presence.title')}
          trigger={props => (
            <button
              type="button"
              className={styles.others}
              data-tooltip={people.map(sentenceOf).slice(0, maxShown).join(' · ')}
              {...props}
            >
              <span className="spoken">{`${t('presence.title')}: ${spoken}`}</span>
              {shown.map((person, index) => (
                <Initials key={person.id ?? 'support'} person={person} index={index} />
              ))}
              {rest > 0 && (
                <span className={styles.rest} aria-hidden>
                  {t('presence.rest', { count: rest })}
                </span>
              )}
            </button>
          )}
        >
          {() => (
            <ul className={styles.list}>
              {people.map((person, index) => (
                <li key={person.id ?? 'support'}>
                  <Initials person={person} index={index} />
                  <span>{sentenceOf(person)}</span>
                </li>
              ))}
              {total > people.length && <li>{t('presence.more', { count: total - people.length })}</li>}
            </ul>
          )}
        </Popover>
      )}
    </>
  )
}

interface InitialsProps {
  person: Identity & { is_editing?: boolean }
  /** Position among those who are there, which sets the colour. */
  index: number
}

function Initials({ person, index }: InitialsProps) {
  const name = useIdentityName()(person)
  return (
    <span
      className={styles.initials}
      data-tone={index % 4}
      data-editing={person.is_editing || undefined}
      translate="no"
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  )
}

/** Who else is editing a field, shown next to it. */
export function FieldEditors({ others: { people }, field }: { others: OthersState; field: string }) {
  const { t } = useTranslation('kit')
  const nameOf = useIdentityName()
  return people.map((person, index) =>
    person.fields.includes(field) ? (
      <span key={person.id ?? 'support'} className={styles.here}>
        <Initials person={person} index={index} />
        <span>{t('presence.editing', { name: nameOf(person) })}</span>
      </span>
    ) : null,
  )
}

/** Refetches a changed record for people to whom the stream of changes does not announce it. */
function useFollowChanges(resource: string, id: string, { changed }: OthersState) {
  const queries = useQueryClient()
  const status = useLiveStatus(resource)
  const log = changed?.log_id
  useEffect(() => {
    if (!log || status === 'live') return
    void queries.invalidateQueries({
      predicate: ({ queryKey: [kind, , name, action, one] }) =>
        kind === 'data' && name === resource && action === 'one' && one === id,
    })
  }, [queries, resource, id, log, status])
}
