import { Instant } from '#contract/kit/fields.ts'
import type { Resource, Row } from '../resource.ts'

/** Search parameter with the instant that is shown, as in the API. */
export const asOfParameter = 'as_of'
/** Search parameter with the instant that a record of the past is compared with. */
export const comparedParameter = 'compared'

/** An instant in the address; null if it has none, or if the resource has no past. */
export function readAsOf(
  search: URLSearchParams,
  { listing }: Pick<Resource, 'listing'>,
  name = asOfParameter,
): string | null {
  const text = search.get(name)
  return listing.asOf && text !== null && Instant.safeParse(text).success ? text : null
}

/** Whether a record of the past does not have a field, because the activity log does not say. */
export const isUnknown = (row: Row | undefined, field: string): boolean =>
  Array.isArray(row?.unknown) && row.unknown.includes(field)
