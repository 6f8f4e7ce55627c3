import type { Field } from '../resource.ts'
import { isSame, typed, type Values } from './values.ts'

export type Side = 'mine' | 'theirs'

/** A field on which two people's versions of a record differ. */
export interface Difference {
  field: Field
  mine: unknown
  theirs: unknown
  /** The side to take unless the person says otherwise: the one that changed it, and mine where both did. */
  likely: Side
}

/** Where my version and theirs differ, given the version that both began with. All three are as forms hold them. */
export function differencesOf(
  first: Values,
  mine: Values,
  theirs: Values,
  fields: ReadonlyMap<string, Field>,
): Difference[] {
  return [...fields.values()].flatMap(field => {
    const [was, my, their] = [first, mine, theirs].map(values => typed(field, values[field.name]))
    if (isSame(my, their)) return []
    return { field, mine: my, theirs: their, likely: isSame(was, my) ? 'theirs' : 'mine' }
  })
}
