import { maxGroup } from '#contract/kit/where.ts'
import { type Filter, filterIn, parametersOf } from './filter.ts'
import type { Resource } from './resource.ts'

/** One field, narrowed. */
export interface Condition {
  field: string
  filter: Filter
}

/** Whether each part must hold, or one of them. */
export type Match = 'all' | 'any'

export interface Group<Part = Condition> {
  match: Match
  of: readonly Part[]
}

/** What filters on single fields cannot say: conditions, and groups of them, joined by AND or OR. */
export type Groups = Group<Condition | Group>

export const isGroup = (part: Condition | Group): part is Group => 'match' in part

const joins = { all: 'and', any: 'or' } as const
type Facets = Pick<Resource, 'fields' | 'listing'>
type Json = Readonly<Record<string, unknown>>

function jsonOfCondition({ field, filter }: Condition): Json {
  const pairs = [...parametersOf(field, filter)]
  if (filter.by === 'is' || filter.by === 'not') return { [pairs[0]?.[0] ?? field]: filter.values }
  return Object.fromEntries(pairs)
}

const jsonOf = <Part>({ match, of }: Group<Part>, part: (part: Part) => Json): Json => ({
  [joins[match]]: of.map(part),
})

/** Groups as an address holds them: `{"or":[{"status":["faulty"]},{"battery_lte":"20"}]}`. */
export const encodeGroups = (groups: Groups): string =>
  JSON.stringify(
    jsonOf(groups, part => (isGroup(part) ? jsonOf(part, jsonOfCondition) : jsonOfCondition(part))),
  )

function conditionIn(json: Json, { fields, listing }: Facets): Condition | undefined {
  const search = new URLSearchParams(
    Object.entries(json).flatMap(([name, value]) => [value].flat().map(one => [name, String(one)])),
  )
  for (const name of listing.filter) {
    const field = fields.get(name)
    const filter = field && filterIn(search, field)
    if (filter) return { field: name, filter }
  }
  return undefined
}

function groupIn<Part>(json: Json, part: (json: Json) => Part | undefined): Group<Part> | undefined {
  for (const match of ['all', 'any'] as const) {
    const parts = json[joins[match]]
    if (!Array.isArray(parts)) continue
    const objects = parts.filter(one => typeof one === 'object' && one !== null).slice(0, maxGroup)
    const of = objects.flatMap(one => part(one) ?? [])
    if (of.length > 0) return { match, of }
  }
  return undefined
}

/** The groups that a text stands for; what it says amiss is passed over, and null is what is left of nothing. */
export function decodeGroups(text: string | null, of: Facets): Groups | null {
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
