import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Condition, type Group, type Groups, isGroup } from '../groups.ts'
import type { Labels } from '../labels.ts'
import type { Resource } from '../resource.ts'
import styles from './filter-bar.module.css'
import { FilterText } from './filter-text.tsx'

interface Said {
  of: Resource
  labels: Labels
}

/** A condition in words: its field, and how that is narrowed. */
export function ConditionText({ of, labels, condition }: Said & { condition: Condition }) {
  const field = of.fields.get(condition.field)
  if (!field) return null
  return (
    <>
      <span className={styles.field}>{labels.field(field.name)}</span>{' '}
      <FilterText field={field} filter={condition.filter} labels={labels} />
    </>
  )
}

function Joined<Part>({ group: { match, of }, say }: { group: Group<Part>; say: (part: Part) => ReactNode }) {
  const { t } = useTranslation('kit')
  return of.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: what is said has no state
    <Fragment key={at}>
      {at > 0 && <em className={styles.join}> {t(match === 'all' ? 'filter.and' : 'filter.or')} </em>}
      {say(part)}
    </Fragment>
  ))
}

/** Groups in words, inner ones in parentheses. */
export function GroupsText({ of, labels, groups }: Said & { groups: Groups }) {
  const condition = (condition: Condition) => <ConditionText of={of} labels={labels} condition={condition} />
  return (
    <Joined
      group={groups}
      say={part =>
        isGroup(part) ? (
          <>
            (<Joined group={part} say={condition} />)
          </>
        ) : (
          condition(part)
        )
      }
    />
  )
}
