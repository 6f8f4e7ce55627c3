import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { Problem } from '../problem.ts'

/** An opaque cursor after a row of an append-only list: the row's instant and id. */
export const cursorOf = (instant: string, id: string) => Buffer.from(`${instant} ${id}`).toString('base64url')

/** The row value of a cursor. @throws Problem 422 if it is invalid */
export function readCursor(cursor: string): RawBuilder<unknown> {
  const [instant = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (Number.isNaN(Date.parse(instant)) || !isUuid(id)) {
    const detail = 'This place in the list does not exist'
    throw new Problem(422, detail, { errors: [{ pointer: '#/_after', in: 'query', detail }] })
  }
  return sql`(${instant}::timestamptz, ${id}::uuid)`
}
