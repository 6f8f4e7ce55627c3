import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import {
  type ReportedTranslationSession,
  TranslationSession,
  translationSessions,
} from '#contract/conversations/translation-sessions.ts'
import type { Db } from '#server/db/open.ts'
import { auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import { table } from '#server/kit/table/table.ts'
import type { Services } from '#server/services.ts'

type Reported = z.output<typeof ReportedTranslationSession>
type Session = z.output<typeof TranslationSession>

export const translationSessionTable = table({
  table: 'translation_sessions',
  resource: 'translation-sessions',
  schema: TranslationSession,
  list: translationSessions.list,
  owner: { organization: 'organization_id' },
})

const columns = Object.keys(TranslationSession.shape) as (keyof Session)[]

interface SessionOwner {
  organizationId: string
  personId: string | null
}

/** Default region of a session. */
async function getRegion(db: Db, organizationId: string): Promise<Session['region']> {
  const { region } = await db
    .selectFrom('organizations')
    .select('region')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return region as Session['region']
}

/** Reserves a key for a new session. @returns the session's id, or null if the key is in use */
async function claimSessionKey(
  db: Db,
  key: string,
  organizationId: string,
  startedAt: string,
): Promise<string | null> {
  const id = uuid()
  const taken = await db
    .insertInto('translation_session_keys')
    .values({ session_key: key, organization_id: organizationId, started_at: startedAt, session_id: id })
    .onConflict(conflict => conflict.doNothing())
    .returning('session_id')
    .executeTakeFirst()
  return taken ? id : null
}

const reportedValues = ({
  latency_ms,
  transcription_ms,
  model_ms,
  speech_ms,
  ended_at,
  status,
}: Reported) => ({
  status,
  latency_ms: latency_ms ?? null,
  transcription_ms: transcription_ms ?? null,
  model_ms: model_ms ?? null,
  speech_ms: speech_ms ?? null,
  ended_at: status === 'active' ? null : (ended_at ?? new Date().toISOString()),
})

/** Sessions whose end is unknown: active, or failed without an end report. */
const unended = sql<boolean>`(status = 'active' or (status = 'failed' and ended_at is null))`

/** Marks sessions as failed that started before an instant and are still active. @returns their number */
async function failUnended(db: Db, before: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('translation_sessions')
    .set({ status: 'failed' })
    .where('status', '=', sql.lit('active'))
    .where('started_at', '<', before.toISOString())
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Applies a report. The first report with a key creates the session; a later one ends it. Reports after the end change
 * nothing, so reports may be repeated and arrive in any order.
 * @returns the current session, and what the report did
 */
export async function writeReport(db: Db, reported: Reported, { organizationId, personId }: SessionOwner) {
  const { session_key, source_language, target_language, mode, started_at } = reported
  const id = await claimSessionKey(db, session_key, organizationId, started_at)
  if (id) {
    const region = reported.region ?? (await getRegion(db, organizationId))
    const session = await db
      .insertInto('translation_sessions')
      .values({
        id,
        organization_id: organizationId,
        person_id: personId,
        source_language,
        target_language,
        mode,
        region,
        started_at,
        ...reportedValues(reported),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return { session: session as Session, did: 'create' } as const
  }
  const key = await db
    .selectFrom('translation_session_keys')
    .select(['session_id', 'started_at'])
    .where('session_key', '=', session_key)
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const known = db
    .selectFrom('translation_sessions')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('started_at', '=', key.started_at)
    .where('id', '=', key.session_id as string)
  if (reported.status !== 'active') {
    const ended = await db
      .updateTable('translation_sessions')
      .set(reportedValues(reported))
      .where('organization_id', '=', organizationId)
      .where('started_at', '=', key.started_at)
      .where('id', '=', key.session_id as string)
      .where(unended)
      .returning(columns)
      .executeTakeFirst()
    if (ended) return { session: ended as Session, did: 'update' } as const
  }
  return { session: (await known.executeTakeFirstOrThrow()) as Session, did: 'repeat' } as const
}

/** Time without an end report after which a session counts as failed. */
const reportTimeoutMs = 24 * 3_600_000

/** Marks sessions without an end report as failed: their reporter may have crashed. */
export const failAbandonedSessions = ({ database }: Pick<Services, 'database'>): Promise<void> =>
  auditedTransaction({ database }, systemOrigin, async (db, audit) => {
    const before = new Date(Date.now() - reportTimeoutMs)
    const failed = await failUnended(db, before)
    if (failed === 0) return
    audit({
      action: 'update',
      resourceType: 'translation_sessions',
      resourceId: null,
      details: { lapsed: failed, before: before.toISOString() },
    })
  })
