import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format.ts'
import { useWording } from '../../wording.ts'
import type { Filter } from '../filter.ts'
import type { Labels } from '../labels.ts'
import { shortId, useName } from '../reference.tsx'
import { choicesOf, type Field } from '../resource.ts'

interface FilterTextProps {
  field: Field
  filter: Filter
  labels: Labels
}

/** A filter's condition in words, without its field. */
export function FilterText({ field, filter, labels }: FilterTextProps): ReactNode {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const wording = useWording()
  const bound = (value: string) => {
    if (field.kind === 'number') return format.number(Number(value))
    return value.length > 10 ? format.dateTime(value) : format.date(`${value}T12:00:00Z`)
  }
  switch (filter.by) {
    case 'is':
    case 'not': {
      const [first = '', ...others] = filter.values
      if (field.reference) {
        return <ReferenceText resource={field.reference} id={first} by={filter.by} others={others.length} />
      }
      const isNamed = choicesOf(field).length > 0 || field.view.choices !== undefined
      const label = (value: string) => (isNamed ? labels.option(field.name, value) : value)
      const values =
        others.length > 2 ? more(t, label(first), others.length) : wording.either(filter.values.map(label))
      return t(`filter.said.${filter.by}`, { values })
    }
    case 'between': {
      const { from, to } = filter
      if (from === undefined) return t('filter.said.atMost', { to: bound(to ?? '') })
      if (to === undefined) return t('filter.said.atLeast', { from: bound(from) })
      return t('filter.said.between', { from: bound(from), to: bound(to) })
    }
    case 'last':
      return t('filter.said.last', { span: t(`filter.spans.${filter.span}`) })
    case 'has':
      return t('filter.said.has', { text: filter.text })
  }
}

const more = (t: ReturnType<typeof useTranslation<'kit'>>['t'], first: string, count: number) =>
  t('filter.said.more', { first, count })

interface ReferenceTextProps {
  resource: string
  id: string
  by: 'is' | 'not'
  /** How many records are meant beside this one. */
  others: number
}

function ReferenceText({ resource, id, by, others }: ReferenceTextProps) {
  const { t } = useTranslation('kit')
  const { name = shortId(id) } = useName(resource, id)
  return t(`filter.said.${by}`, { values: others ? more(t, name, others) : name })
}
