import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '#contract/kit/permissions.ts'
import { elderly } from '#contract/people/elderly.ts'
import { useCan } from '#kit/current-user.ts'
import { SuggestItem } from '#kit/form.tsx'
import { Select } from '#kit/select.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './choice.module.css'

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A labelled select, in the size of a filter. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} options={options} onChange={onChange} />
    </div>
  )
}

/** Trailing `user_id` of the input: `Rosa Amsel · 12` → 12; NaN if there is none. */
export const parseUserId = (text: string) => Number(text.match(/(\d+)\s*$/)?.[1] ?? Number.NaN)

/** The person with a `user_id`; undefined if unknown or not accessible. */
function usePerson(userId: string) {
  const can = useCan()
  const isNumber = /^\d{1,9}$/.test(userId)
  const { data } = useCall(
    elderly.list,
    { query: { user_id: Number(userId), _end: 1 } },
    { enabled: can(may('elderly', 'list')) && isNumber },
  )
  return isNumber ? data?.elderly[0] : undefined
}

/** Name of the person with a `user_id`, or the number where the name is not accessible. */
export const PersonName = ({ userId }: { userId: string }) => (
  <bdi>{usePerson(userId)?.name ?? `#${userId}`}</bdi>
)

/** Maximum number of suggestions. */
const maxSuggestions = 20

/** Person field with suggestions, by name or `user_id`. */
export function PersonItem({ name, required = false }: { name: string; required?: boolean }) {
  const { t } = useTranslation('conversations')
  const [text, setText] = useState('')
  const can = useCan()
  const q = useDeferredValue(text.replace(/[·\d]/g, '').trim())
  const { data } = useCall(
    elderly.list,
    { query: { ...(q && { q }), _end: maxSuggestions, _sort: 'name' } },
    { enabled: can(may('elderly', 'list')) },
  )
  const person = usePerson(text.trim())
  return (
    <SuggestItem
      name={name}
      label={t('start.user')}
      hint={person?.name ?? t('start.userHint')}
      required={required}
      options={
        data?.elderly.map(({ name, user_id }) => ({ value: `${name} · ${user_id}`, label: name })) ?? []
      }
      onSearch={setText}
    />
  )
}
