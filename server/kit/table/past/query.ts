import type { Listing, ListQuery } from '#contract/kit/listing.ts'
import type { Conditions, Where } from '#contract/kit/where.ts'
import type { Db } from '../../../db/open.ts'
import type { AuthenticatedCall } from '../../call.ts'
import { invalidParameter, Problem } from '../../problem.ts'
import { logBegin } from './queries.ts'

/** Whether a call asks for the past. */
export const isAsOf = ({ query }: Pick<AuthenticatedCall, 'query'>): boolean =>
  (query as { as_of?: string }).as_of !== undefined

/** A refusal of a reading of the past. */
export const refuseAsOf = (detail: string) =>
  new Problem(422, detail, { errors: [{ pointer: '#/as_of', in: 'query', detail }] })

export const onlyNow = () =>
  refuseAsOf('Deleted records and bulk changes are not available as of an earlier time')

/** The instant of a query, in milliseconds. @throws Problem 422 if it is in the future, or before the activity log */
export async function readInstant(db: Db, asOf: string): Promise<string> {
  const time = Date.parse(asOf)
  if (time > Date.now()) throw refuseAsOf('Must not be in the future')
  const begin = await logBegin(db)
  if (begin === null || time < Date.parse(begin))
    throw refuseAsOf(begin === null ? 'The activity log is empty' : `The activity log begins at ${begin}`)
  return new Date(time).toISOString()
}

const operators = ['', '_ne', '_gte', '_lte', '_like', '_null']

function filteredFields(names: readonly string[], { and = [], or = [], ...asked }: Where): string[] {
  const own = names.filter(name =>
    operators.some(suffix => (asked as Conditions)[`${name}${suffix}`] !== undefined),
  )
  return [...own, ...[...and, ...or].flatMap(part => filteredFields(names, part))]
}

/** The fields that a query filters, sorts or searches by. */
export function usedFields(listing: Listing, query: ListQuery): string[] {
  const { _where, _sort, q } = query
  const names = [...listing.filter, ...Object.keys(listing.also ?? {})]
  return [
    ...new Set([
      ...filteredFields(names, query as Conditions),
      ...(_where ? filteredFields(names, _where) : []),
      ...(_sort?.split(',') ?? listing.sort.slice(0, 1)),
      ...(q?.trim() ? listing.search : []),
    ]),
  ]
}

/** @throws Problem 422 if a query uses a field whose past values are not logged, or a filter that is about the present */
export function requireLogged(listing: Listing, query: ListQuery, unlogged: readonly string[]): void {
  const present = [...unlogged, ...Object.keys(listing.also ?? {})]
  const field = usedFields(listing, query).find(name => present.includes(name))
  if (field !== undefined)
    throw invalidParameter(field, 'The activity log has no earlier values of this field')
}
