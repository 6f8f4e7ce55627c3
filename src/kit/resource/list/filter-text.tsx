import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format.ts'
import { useLocaleFormats } from '../../locale-formats.ts'
import type { Filter } from '../filter.ts'
import { type Condition, type FilterGroup, type FilterGroups, isGroup } from '../filter-groups.ts'
import type { Labels } from '../labels.ts'
import { usePersonNames } from '../person-search.ts'
import { shortId, useRecordName } from '../reference.tsx'
import { choicesOf, type Field, type Resource } from '../resource.ts'
import styles from './filter-bar.module.css'

interface FilterTextProps {
  field: Field
  filter: Filter
  labels: Labels
}

/** A filter's condition as text, without the field name. */
export function FilterText({ field, filter, labels }: FilterTextProps): ReactNode {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const wording = useLocaleFormats()
  const bound = (value: string) => {
    if (field.kind === 'number') return format.number(Number(value))
    return value.length > 10 ? format.dateTime(value) : format.date(`${value}T12:00:00Z`)
  }
  switch (filter.by) {
    case 'is':
    case 'not': {
      const [first = '', ...others] = filter.values
      if (field.view.person) return <PersonText userIds={filter.values} by={filter.by} />
      if (field.reference) {
        return <ReferenceText resource={field.reference} id={first} by={filter.by} others={others.length} />
      }
      const isNamed = choicesOf(field).length > 0 || field.view.choices !== undefined
      const label = (value: string) => (isNamed ? labels.option(field.name, value) : value)
      const values =
        others.length > 2 ? more(t, label(first), others.length) : wording.listOr(filter.values.map(label))
      return t(`filter.summary.${filter.by}`, { values })
    }
    case 'between': {
      const { from, to } = filter
      if (from === undefined) return t('filter.summary.atMost', { to: bound(to ?? '') })
      if (to === undefined) return t('filter.summary.atLeast', { from: bound(from) })
      return t('filter.summary.between', { from: bound(from), to: bound(to) })
    }
    case 'last':
      return t('filter.summary.last', { span: t(`filter.spans.${filter.span}`) })
    case 'before':
      return t('filter.summary.before', { span: t(`filter.ages.${filter.span}`) })
    case 'has':
      return t('filter.summary.has', { text: filter.text })
  }
}

const more = (t: ReturnType<typeof useTranslation<'kit'>>['t'], first: string, count: number) =>
  t('filter.summary.more', { first, count })

interface ReferenceTextProps {
  resource: string
  id: string
  by: 'is' | 'not'
  /** Number of further records. */
  others: number
}

function ReferenceText({ resource, id, by, others }: ReferenceTextProps) {
  const { t } = useTranslation('kit')
  const { name = shortId(id) } = useRecordName(resource, id)
  return t(`filter.summary.${by}`, { values: others ? more(t, name, others) : name })
}

function PersonText({ userIds, by }: { userIds: readonly string[]; by: 'is' | 'not' }) {
  const { t } = useTranslation('kit')
  const { listOr } = useLocaleFormats()
  return t(`filter.summary.${by}`, { values: listOr(usePersonNames(userIds)) })
}

interface Said {
  of: Resource
  labels: Labels
}

/** A condition as text. */
export function ConditionText({ of, labels, condition }: Said & { condition: Condition }) {
  const field = of.filterFields.get(condition.field)
  if (!field) return null
  return (
    <>
      <span className={styles.field}>{labels.field(field.name)}</span>{' '}
      <FilterText field={field} filter={condition.filter} labels={labels} />
    </>
  )
}

function Joined<Part>({
  group: { match, of },
  renderPart,
}: {
  group: FilterGroup<Part>
  renderPart: (part: Part) => ReactNode
}) {
  const { t } = useTranslation('kit')
  return of.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no state
    <Fragment key={at}>
      {at > 0 && <em className={styles.join}> {t(match === 'all' ? 'filter.and' : 'filter.or')} </em>}
      {renderPart(part)}
    </Fragment>
  ))
}

/** Groups as text, nested ones in parentheses. */
export function GroupsText({ of, labels, groups }: Said & { groups: FilterGroups }) {
  const condition = (condition: Condition) => <ConditionText of={of} labels={labels} condition={condition} />
  return (
    <Joined
      group={groups}
      renderPart={part =>
        isGroup(part) ? (
          <>
            (<Joined group={part} renderPart={condition} />)
          </>
        ) : (
          condition(part)
        )
      }
    />
  )
}
