import type { GroupPeriod } from '#contract/kit/row-groups.ts'
import type { Field, Resource } from './resource.ts'

/** What the rows of a list are grouped by: a field and, for days and instants, a period. */
export interface GroupBy {
  field: string
  period: GroupPeriod | null
}

export const groupPeriods: readonly GroupPeriod[] = ['day', 'week', 'month']

export const hasPeriods = ({ kind }: Pick<Field, 'kind'>) => kind === 'instant' || kind === 'day'

/** The fields by which rows can be grouped: those with choices, references, days and instants. */
export const groupFields = ({ filterFields }: Pick<Resource, 'filterFields'>): readonly Field[] =>
  [...filterFields.values()].filter(
    field =>
      !field.isComputed &&
      (['enum', 'boolean'].includes(field.kind) ||
        field.reference !== undefined ||
        (field.view.choices !== undefined && field.kind === 'text') ||
        hasPeriods(field)),
  )

/** `status` or `created_at:week`, as in the address. */
export const encodeGroupBy = ({ field, period }: GroupBy) => (period ? `${field}:${period}` : field)

/** Decodes the grouping of an address; null if there is none or it is not one of the list's. */
export function decodeGroupBy(text: string | null, of: Pick<Resource, 'filterFields'>): GroupBy | null {
  const [name = '', wanted] = (text ?? '').split(':')
  const field = groupFields(of).find(field => field.name === name)
  if (!field) return null
  if (!hasPeriods(field)) return wanted === undefined ? { field: name, period: null } : null
  const period = groupPeriods.find(period => period === wanted)
  return period ? { field: name, period } : null
}
