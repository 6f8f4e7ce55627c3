import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conversationLanguages, sessionStatuses, tasks } from '#contract/conversations/conversations.ts'
import { useCurrentUser } from '#kit/current-user.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import styles from './conversations.module.css'
import { Choice, PersonField, parseUserId } from './fields.tsx'

/** Lower bounds of medium, high and critical risk. */
const risks = ['0.4', '0.6', '0.8'] as const

const choices = {
  status: sessionStatuses,
  task: tasks,
  language: conversationLanguages,
  /** Minimum value of the conversation's highest risk. */
  highest_risk_gte: risks,
} as const satisfies Record<string, readonly string[]>

const names = Object.keys(choices) as (keyof typeof choices)[]

/** Filters of the conversation history. */
type Filters = Partial<Record<keyof typeof choices | 'user_id', string>>

/** Reads filters from the URL; ignores invalid values. */
export function parseFilters(params: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of names) {
    const value = params.get(name)
    if (value !== null && (choices[name] as readonly string[]).includes(value)) filters[name] = value
  }
  const person = params.get('user_id')
  if (person !== null && /^\d{1,9}$/.test(person)) filters.user_id = person
  return filters
}

interface HistoryFiltersProps {
  filters: Filters
  /** @param part changed filters; `''` removes one */
  onChange: (part: Filters) => void
}

/** The `user_id` in the text, for the URL; `''` if there is none. */
const parsePerson = (text: string) => {
  const id = parseUserId(text)
  return Number.isInteger(id) ? String(id) : ''
}

/** Filters of the conversation history. */
export function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  const { t } = useTranslation('conversations')
  const { role } = useCurrentUser()
  const languages = useLocaleFormats().byName(
    conversationLanguages.map(value => ({ value, label: t(`languages.${value}`) })),
    ({ label }) => label,
  )
  const any = { value: '', label: t('filters.any') }
  const { user_id = '' } = filters
  const [typed, setTyped] = useState('')
  return (
    <div className={styles.filters}>
      {role !== 'elderly_user' && (
        <div className={styles.person}>
          <PersonField
            value={parsePerson(typed) === user_id ? typed : user_id}
            onChange={text => {
              setTyped(text)
              onChange({ user_id: parsePerson(text) })
            }}
          />
        </div>
      )}
      <Choice
        label={t('filters.status')}
        value={filters.status ?? ''}
        options={[any, ...sessionStatuses.map(value => ({ value, label: t(`status.${value}`) }))]}
        onChange={status => onChange({ status })}
      />
      <Choice
        label={t('start.task')}
        value={filters.task ?? ''}
        options={[any, ...tasks.map(value => ({ value, label: t(`task.${value}`) }))]}
        onChange={task => onChange({ task })}
      />
      <Choice
        label={t('start.language')}
        value={filters.language ?? ''}
        options={[any, ...languages]}
        onChange={language => onChange({ language })}
      />
      <Choice
        label={t('filters.risk')}
        value={filters.highest_risk_gte ?? ''}
        options={[
          any,
          ...risks.map(value => ({
            value,
            label: t(`filters.risks.${value.replace('.', '_') as '0_4' | '0_6' | '0_8'}`),
          })),
        ]}
        onChange={highest_risk_gte => onChange({ highest_risk_gte })}
      />
    </div>
  )
}
