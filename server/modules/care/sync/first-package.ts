import { z } from 'zod'
import type { SyncRecord } from '#contract/care/sync.ts'
import { Id, Instant } from '#contract/kit/fields.ts'
import type { Db } from '#server/db/open.ts'
import { invalidField } from '#server/kit/problem.ts'
import { headOf } from './queries.ts'
import { recentRecords } from './records.ts'

/** Days that a client without a cursor is given. */
const recentDays = 30

/** Where the next page of a first package begins, and the position at which the first one was read. */
const Next = z.tuple([z.int().min(0), Instant, Id])

function decode(next: string) {
  try {
    return Next.parse(JSON.parse(Buffer.from(next, 'base64url').toString()))
  } catch {
    throw invalidField('next', 'This is no continuation of a package')
  }
}

/**
 * A page of all that a client without a cursor needs. Each tells the position at which the first one was read: what is
 * written while the pages are fetched comes again with the cursor, and is not missed.
 */
export async function firstPackage(
  db: Db,
  person: string,
  { next, limit }: { next?: string | undefined; limit: number },
): Promise<{ records: SyncRecord[]; cursor: number; more: boolean; next: string | null }> {
  const begun = next === undefined ? null : decode(next)
  const cursor = begun ? begun[0] : await headOf(db, person)
  const after = begun && { at: begun[1], id: begun[2] }
  const { records, passed } = await recentRecords(db, person, { days: recentDays, after, limit })
  return {
    records,
    cursor,
    more: passed !== null,
    next: passed && Buffer.from(JSON.stringify([cursor, passed.at, passed.id])).toString('base64url'),
  }
}
