import { maxGroupSize } from '#contract/kit/where.ts'
import { decodeFilter, encodeFilter, type Filter } from './filter.ts'
import type { Resource } from './resource.ts'

/** A filter on one field. */
export interface Condition {
  field: string
  filter: Filter
}

/** Whether all parts must match, or any. */
export type Match = 'all' | 'any'

export interface FilterGroup<Part = Condition> {
  match: Match
  of: readonly Part[]
}

/** Filter groups: conditions and nested groups joined by AND or OR. */
export type FilterGroups = FilterGroup<Condition | FilterGroup>

export const isGroup = (part: Condition | FilterGroup): part is FilterGroup => 'match' in part

const joins = { all: 'and', any: 'or' } as const
type FilterResource = Pick<Resource, 'fields' | 'listing'>
type Json = Readonly<Record<string, unknown>>

function jsonOfCondition({ field, filter }: Condition): Json {
  const pairs = [...encodeFilter(field, filter)]
  if (filter.by === 'is' || filter.by === 'not') return { [pairs[0]?.[0] ?? field]: filter.values }
  return Object.fromEntries(pairs)
}

const jsonOf = <Part>({ match, of }: FilterGroup<Part>, part: (part: Part) => Json): Json => ({
  [joins[match]]: of.map(part),
})

/** Encodes groups for the URL: `{"or":[{"status":["faulty"]},{"battery_lte":"20"}]}`. */
export const encodeGroups = (groups: FilterGroups): string =>
  JSON.stringify(
    jsonOf(groups, part => (isGroup(part) ? jsonOf(part, jsonOfCondition) : jsonOfCondition(part))),
  )

function conditionIn(json: Json, { fields, listing }: FilterResource): Condition | undefined {
  const search = new URLSearchParams(
    Object.entries(json).flatMap(([name, value]) => [value].flat().map(one => [name, String(one)])),
  )
  for (const name of listing.filter) {
    const field = fields.get(name)
    const filter = field && decodeFilter(search, field)
    if (filter) return { field: name, filter }
  }
  return undefined
}

function groupIn<Part>(json: Json, part: (json: Json) => Part | undefined): FilterGroup<Part> | undefined {
  for (const match of ['all', 'any'] as const) {
    const parts = json[joins[match]]
    if (!Array.isArray(parts)) continue
    const objects = parts.filter(one => typeof one === 'object' && one !== null).slice(0, maxGroupSize)
    const of = objects.flatMap(one => part(one) ?? [])
    if (of.length > 0) return { match, of }
  }
  return undefined
}

/** Decodes groups; invalid parts are ignored, null if nothing is left. */
export function decodeGroups(text: string | null, of: FilterResource): FilterGroups | null {
  let json: unknown
  try {
    json = JSON.parse(text ?? 'null')
  } catch {
    return null
  }
  if (typeof json !== 'object' || json === null) return null
  const condition = (json: Json) => conditionIn(json, of)
  return groupIn(json as Json, part => groupIn(part, condition) ?? condition(part)) ?? null
}
