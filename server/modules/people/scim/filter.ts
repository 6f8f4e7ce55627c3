import { type RawBuilder, sql } from 'kysely'
import { type Compare, type Filter, parse } from 'scim2-parse-filter'
import { ScimError } from './protocol.ts'

type Value = Compare['compValue']

/** What an attribute is compared with: its column, or a condition of its own for a multi-valued attribute. */
export type Attribute =
  | { column: RawBuilder<unknown>; kind: 'text' | 'exact' | 'boolean' | 'instant' }
  | { has: (value: string) => RawBuilder<boolean> }

/** Attributes that can be filtered by, by their path in lower case. */
export type Attributes = Readonly<Record<string, Attribute>>

/** Longer filters are refused: each comparison is a condition of the query. */
const maxLength = 4_000
const maxComparisons = 50

const invalid = (detail: string) => new ScimError('invalidFilter', detail)

function parseFilter(text: string): Filter {
  if (text.length > maxLength) throw invalid(`A filter can have up to ${maxLength} characters`)
  try {
    // Identity providers write `True`, which is not a value of JSON.
    return parse(text.replace(/(?<=\s)(true|false|null)(?=[\s)\]]|$)/gi, word => word.toLowerCase()))
  } catch {
    throw invalid('The filter can’t be read')
  }
}

const comparators = {
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
} as const

function compareText(column: RawBuilder<unknown>, op: Compare['op'], value: string): RawBuilder<boolean> {
  switch (op) {
    case 'eq':
      return sql<boolean>`${column} = ${value}`
    case 'ne':
      return sql<boolean>`${column} is distinct from ${value}`
    case 'co':
      return sql<boolean>`strpos(${column}, ${value}) > 0`
    case 'sw':
      return sql<boolean>`starts_with(${column}, ${value})`
    case 'ew':
      return sql<boolean>`right(${column}, length(${value})) = ${value}`
    default:
      return sql<boolean>`${column} ${comparators[op]} ${value}`
  }
}

function compareBoolean(
  path: string,
  column: RawBuilder<unknown>,
  op: Compare['op'],
  value: Value,
): RawBuilder<boolean> {
  const text = String(value).toLowerCase()
  if ((op !== 'eq' && op !== 'ne') || (text !== 'true' && text !== 'false'))
    throw invalid(`${path} can only be compared with true or false`)
  return sql<boolean>`${column} = ${(text === 'true') === (op === 'eq')}`
}

function compareInstant(
  path: string,
  column: RawBuilder<unknown>,
  op: Compare['op'],
  value: Value,
): RawBuilder<boolean> {
  const at = new Date(String(value))
  if (Number.isNaN(at.getTime())) throw invalid(`${path} can only be compared with a date and time`)
  const instant = sql`${at.toISOString()}::timestamptz`
  if (op === 'eq') return sql<boolean>`${column} = ${instant}`
  if (op === 'ne') return sql<boolean>`${column} <> ${instant}`
  if (op in comparators)
    return sql<boolean>`${column} ${comparators[op as keyof typeof comparators]} ${instant}`
  throw invalid(`${path} can’t be compared by ${op}`)
}

function compare(attribute: Attribute, { attrPath, op, compValue }: Compare): RawBuilder<boolean> {
  if ('has' in attribute) {
    if (op !== 'eq') throw invalid(`${attrPath} can only be compared by eq`)
    return attribute.has(String(compValue))
  }
  const { column, kind } = attribute
  if (compValue === null) return sql<boolean>`${column} is ${op === 'ne' ? sql`not null` : sql`null`}`
  if (kind === 'boolean') return compareBoolean(attrPath, column, op, compValue)
  if (kind === 'instant') return compareInstant(attrPath, column, op, compValue)
  const value = String(compValue)
  return kind === 'exact'
    ? compareText(column, op, value)
    : compareText(sql`lower(${column})`, op, value.toLowerCase())
}

/** The condition of a filter (RFC 7644, section 3.4.2.2). @throws ScimError of type `invalidFilter` */
export function filterCondition(text: string | undefined, attributes: Attributes): RawBuilder<boolean> {
  if (text === undefined || text.trim() === '') return sql<boolean>`true`
  let comparisons = 0

  function find(path: string): Attribute {
    if (++comparisons > maxComparisons) throw invalid(`A filter can have up to ${maxComparisons} comparisons`)
    const name = path.slice(path.lastIndexOf(':') + 1).toLowerCase()
    const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (!attribute) throw invalid(`${path} can’t be filtered by`)
    return attribute
  }

  function conditionOf(filter: Filter, prefix: string): RawBuilder<boolean> {
    switch (filter.op) {
      case 'and':
      case 'or': {
        const parts = filter.filters.map(part => conditionOf(part, prefix))
        return sql<boolean>`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`
      }
      case 'not':
        return sql<boolean>`not coalesce(${conditionOf(filter.filter, prefix)}, false)`
      case '[]':
        return conditionOf(filter.valFilter, `${prefix}${filter.attrPath}.`)
      case 'pr': {
        const attribute = find(prefix + filter.attrPath)
        if ('has' in attribute) throw invalid(`${filter.attrPath} can only be compared by eq`)
        return sql<boolean>`${attribute.column} is not null`
      }
      default:
        return compare(find(prefix + filter.attrPath), filter)
    }
  }

  return conditionOf(parseFilter(text), '')
}
