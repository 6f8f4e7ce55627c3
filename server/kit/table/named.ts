import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { notFound } from '../problem.ts'

/**
 * The condition for the row that a path parameter names: by its id, or for people also by their `user_id`.
 * @throws Problem 404 if it is neither
 */
export function matchesKey(key: string, isPerson: boolean): RawBuilder<boolean> {
  if (isUuid(key)) return sql<boolean>`id = ${key}`
  if (isPerson && /^[1-9]\d{0,8}$/.test(key)) return sql<boolean>`user_id = ${Number(key)}`
  throw notFound()
}
