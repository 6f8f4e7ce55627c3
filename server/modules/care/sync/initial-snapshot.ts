import { z } from 'zod'
import type { SyncRecord } from '#contract/care/sync.ts'
import { Id, Instant } from '#contract/kit/fields.ts'
import type { Db } from '#server/db/open.ts'
import { invalidField } from '#server/kit/problem.ts'
import { getSyncHead } from './queries.ts'
import { recentRecords } from './records.ts'

/** Days covered by the initial snapshot. */
const recentDays = 30

/** Page token: the sync position when the first page was read, and the last record of the previous page. */
const PageToken = z.tuple([z.int().min(0), Instant, Id])

function decode(next: string) {
  try {
    return PageToken.parse(JSON.parse(Buffer.from(next, 'base64url').toString()))
  } catch {
    throw invalidField('next', 'Not a cursor of an initial snapshot')
  }
}

/**
 * A page of the initial snapshot for a client without a cursor. Every page returns the position at which the first one was
 * read, so that changes made while paging are delivered by the next pull.
 */
export async function initialSnapshot(
  db: Db,
  person: string,
  { next, limit }: { next?: string | undefined; limit: number },
): Promise<{ records: SyncRecord[]; cursor: number; more: boolean; next: string | null }> {
  const token = next === undefined ? null : decode(next)
  const cursor = token ? token[0] : await getSyncHead(db, person)
  const after = token && { at: token[1], id: token[2] }
  const { records, passed } = await recentRecords(db, person, { days: recentDays, after, limit })
  return {
    records,
    cursor,
    more: passed !== null,
    next: passed && Buffer.from(JSON.stringify([cursor, passed.at, passed.id])).toString('base64url'),
  }
}
