import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { notFound } from '../problem.ts'

/**
 * The row that the last part of a path names: by its id or, of a person, by their `user_id` as well.
 * @throws Problem 404 for what is neither.
 */
export function matchesKey(key: string, isPerson: boolean): RawBuilder<boolean> {
  if (isUuid(key)) return sql<boolean>`id = ${key}`
  if (isPerson && /^[1-9]\d{0,8}$/.test(key)) return sql<boolean>`user_id = ${Number(key)}`
  throw notFound()
}
