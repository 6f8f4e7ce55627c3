import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { contacts, Relationship } from '#contract/alerts/contacts.ts'
import type { LadderStep } from '#contract/alerts/ladders.ts'
import { assignments } from '#contract/people/assignments.ts'
import { useCanCall } from '../current-user.ts'
import { useLabels } from '../resource/labels.ts'
import type { Row } from '../resource/resource.ts'
import { useCall } from '../use-call.ts'
import styles from './ladder.module.css'

interface ExclusionInputProps {
  step: LadderStep
  row: Row | undefined
  onChange: (part: Partial<LadderStep>) => void
}

const toggled = <Item,>(items: readonly Item[], item: Item, isOn: boolean) =>
  isOn ? [...items, item] : items.filter(other => other !== item)

/** The contacts and carers of the person a ladder is for; none for an organization's ladder. */
function useNamedPeople(row: Row | undefined): { id: string; name: string }[] {
  const may = useCanCall()
  const typed = Form.useWatch('person_id') as string | undefined
  const person = (row?.person_id as string | undefined) ?? typed
  const known = useCall(
    contacts.list,
    { query: { person_id: person } },
    { enabled: person !== undefined && may(contacts.list) },
  )
  const assigned = useCall(
    assignments.list,
    { query: { elderly_id: person } },
    { enabled: person !== undefined && may(assignments.list) },
  )
  if (!person) return []
  const carers = assigned.data?.assignments ?? []
  return [
    ...(known.data?.contacts ?? []),
    ...carers.map(({ caregiver_id, caregiver_name }) => ({ id: caregiver_id, name: caregiver_name })),
  ]
}

/** Who a step excludes: by relationship, and by name in a person's own ladder. */
export function ExclusionInput({ step, row, onChange }: ExclusionInputProps) {
  const { t } = useTranslation('ladders')
  const labels = useLabels('contacts')
  const people = useNamedPeople(row)
  const { exclude_relationships, exclude_ids } = step
  return (
    <fieldset className={styles.duty}>
      <legend>{t('exclude')}</legend>
      <div className={styles.choices}>
        {Relationship.options.map(name => (
          <label key={name}>
            <input
              type="checkbox"
              checked={exclude_relationships.includes(name)}
              onChange={({ target }) =>
                onChange({ exclude_relationships: toggled(exclude_relationships, name, target.checked) })
              }
            />{' '}
            {labels.option('relationship', name)}
          </label>
        ))}
        {people.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={exclude_ids.includes(id)}
              onChange={({ target }) => onChange({ exclude_ids: toggled(exclude_ids, id, target.checked) })}
            />{' '}
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
