import { useDeferredValue, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '#contract/kit/permissions.ts'
import { elderly } from '#contract/people/elderly.ts'
import { useCan } from '#kit/caller.ts'
import { useCall } from '#kit/use-call.ts'
import styles from './choice.module.css'

/** The `user_id` at the end of what was typed or chosen: `Rosa Amsel · 12` → 12; NaN where there is none. */
export const userIdIn = (text: string) => Number(text.match(/(\d+)\s*$/)?.[1] ?? Number.NaN)

/** People offered while one types. */
const offered = 20

interface PersonFieldProps {
  value: string
  onChange: (value: string) => void
  required?: boolean
}

/** A person, by name or by `user_id`. */
export function PersonField({ value, onChange, required = false }: PersonFieldProps) {
  const { t } = useTranslation('conversations')
  const id = useId()
  const can = useCan()
  const q = useDeferredValue(value.replace(/[·\d]/g, '').trim())
  const mayFind = can(may('elderly', 'list'))
  const { data } = useCall(
    elderly.list,
    { query: { ...(q && { q }), _end: offered, _sort: 'name' } },
    { enabled: mayFind },
  )
  const user_id = userIdIn(value)
  const isNumber = /^\d{1,9}$/.test(value.trim())
  const named = useCall(elderly.list, { query: { user_id, _end: 1 } }, { enabled: mayFind && isNumber })
  const [person] = (isNumber && named.data?.elderly) || []
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{t('start.user')}</label>
      <input
        id={id}
        list={`${id}-people`}
        value={value}
        required={required}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={event => onChange(event.target.value)}
      />
      <datalist id={`${id}-people`}>
        {data?.elderly.map(({ id, name, user_id }) => (
          <option key={id} value={`${name} · ${user_id}`} />
        ))}
      </datalist>
      <span id={`${id}-hint`} className={styles.hint}>
        {person ? <bdi>{person.name}</bdi> : t('start.userHint')}
      </span>
    </div>
  )
}
