import { sql } from 'kysely'
import type { RevenueFigure, RevenuePart } from '#contract/analytics/revenue-figures.ts'
import { revenueFigures } from '#contract/analytics/revenue-figures.ts'
import { formulaParts } from '#contract/kit/figure.ts'
import type { Db } from '#server/db/open.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { invalidField } from '#server/kit/problem.ts'

type KnownCall = Pick<AuthenticatedCall, 'db'> & { query: { known?: string | undefined } }

/** Parts that are counted from what is stored only as it is now. */
const ofThePresent: readonly RevenuePart[] = [
  'subscriptions',
  'ending',
  'users',
  'users_at_start',
  'active_users',
  'signups',
  'visitors',
]

/** @throws Problem 422 if a figure cannot be read as it was known earlier */
export function requirePast(figure: string): void {
  if (!Object.hasOwn(revenueFigures, figure)) return
  const parts = formulaParts(revenueFigures[figure as RevenueFigure].formula)
  if (parts.some(part => ofThePresent.includes(part as RevenuePart)))
    throw invalidField('known', 'This figure can only be read as it is now')
}

/** When the ledger began to keep what reports replace; null while it is empty. */
async function recordedSince(db: Db): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select least((select min(recorded_at) from subscription_movements),
      (select min(recorded_at) from replaced_movements)) as since`.execute(db)
  return rows[0]?.since ?? null
}

/**
 * Reads the ledger as it was known at the instant `known` of a call, or as it is now: within `read`, the tables of the
 * ledger are those of the schema `known`, and `now` is that instant.
 * @throws Problem 422 for an instant ahead, or from before replaced movements were kept
 */
export async function asKnown<C extends KnownCall, R>(
  call: C,
  read: (call: C, now: Date) => Promise<R>,
): Promise<R> {
  const { known } = call.query
  const now = new Date()
  if (!known) return read(call, now)
  const at = new Date(known)
  if (at > now) throw invalidField('known', 'Must not be in the future')
  const since = await recordedSince(call.db)
  if (since && at.getTime() < Date.parse(since))
    throw invalidField('known', 'What was known at that time was not kept')
  return call.db.transaction().execute(async db => {
    await sql`
      select set_config('voicedeck.known_at', ${at.toISOString()}, true),
        set_config('search_path', 'known, ' || current_setting('search_path'), true)`.execute(db)
    return read({ ...call, db }, at)
  })
}
