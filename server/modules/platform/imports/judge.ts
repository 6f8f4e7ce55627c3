import { createHash } from 'node:crypto'
import type { FastifyError } from 'fastify'
import { sql } from 'kysely'
import { resourceLabels } from '#contract/kit/labels.ts'
import type { Language } from '#contract/kit/language.ts'
import type { Grant } from '#contract/kit/permissions.ts'
import type { Refusal } from '#contract/kit/refusal.ts'
import type { Db } from '#server/db/open.ts'
import type { AuditEntry } from '#server/kit/audit.ts'
import type { Actor, UserCall } from '#server/kit/call.ts'
import { isOutsideTransaction } from '#server/kit/handlers.ts'
import { refusalsOf, toProblem } from '#server/kit/problem.ts'
import { localizeReason } from '#server/kit/refusal-texts.ts'
import { textFinder } from '#server/kit/texts.ts'
import type { Services } from '#server/services.ts'
import type { Importable, Mapping } from './mapping.ts'
import { claim, keepClaim, type Verdict } from './queries.ts'
import { rowReader } from './read-row.ts'

/** Context of an import: caller, resource and file format. */
export interface Importer {
  services: Services
  served: Importable
  actor: Actor
  grant: Grant
  mapping: Mapping
  language: Language
  /** Number of occurrences of each digest in previous rows. */
  occurrences: Map<string, number>
}

const accepted = { reason: null, refusals: [] }

/** Digest of the values, independent of column order. */
const digestOf = (body: Record<string, unknown>) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest()

/**
 * Creates a record from a row through the resource's create handler, with all its checks. A row that was imported before
 * and whose record still exists creates nothing.
 */
export function rowJudge({ services, served, actor, grant, mapping, language, occurrences }: Importer) {
  const { create, list, name } = served
  const labels = resourceLabels(textFinder(language), name)
  const base = { params: {}, query: {}, actor, grant, ifMatch: null, services } as unknown as UserCall
  const readRow = rowReader(base, served, mapping)

  async function recordExists(id: string, db: Db): Promise<boolean> {
    const reply = await list.handler.page({ ...base, db, query: { id: [id], _end: 1 } } as never)
    return (reply as { total: number }).total > 0
  }

  async function insert(body: Record<string, unknown>, db: Db, entries: AuditEntry[]): Promise<string> {
    const call = { ...base, db, body, audit: (entry: AuditEntry) => entries.push(entry) } as never
    const { handler } = create
    const created = isOutsideTransaction(handler)
      ? await handler.run(call, callback => callback(db))
      : await handler(call)
    return (created as { id: string }).id
  }

  const rejected = (refusals: Refusal[], digest: Buffer | null = null): Verdict => {
    const reasons = refusals.map(({ field, code, values, text }) => {
      const reason = localizeReason(language, { field, detail: text, values, ...(code && { code }) })
      // In other languages, the text for a missing value already contains the field name.
      return field && (language === 'en' || code !== 'required')
        ? `${labels.field(field)}: ${reason}`
        : reason
    })
    return { verdict: 'rejected', reason: reasons.join('; '), refusals, record_id: null, digest }
  }

  /** @param entries receives the audit entries of created records. */
  return async (cells: readonly string[], db: Db, entries: AuditEntry[]): Promise<Verdict> => {
    const row = await readRow(cells, db)
    if ('refusals' in row) return rejected(row.refusals)
    const digest = digestOf(row.body)
    const occurrence = (occurrences.get(digest.toString('hex')) ?? 0) + 1
    occurrences.set(digest.toString('hex'), occurrence)
    const key = { organization_id: actor.organizationId, resource: name, digest, occurrence }

    const entriesBefore = entries.length
    await sql`savepoint judged_row`.execute(db)
    try {
      const existingId = await claim(db, key)
      if (existingId && (await recordExists(existingId, db))) {
        await sql`release savepoint judged_row`.execute(db)
        return { ...accepted, verdict: 'known', record_id: existingId, digest }
      }
      const id = await insert(row.body, db, entries)
      await keepClaim(db, key, id)
      await sql`release savepoint judged_row`.execute(db)
      return { ...accepted, verdict: 'new', record_id: id, digest }
    } catch (error) {
      await sql`rollback to savepoint judged_row`.execute(db)
      entries.length = entriesBefore
      const problem = toProblem(error as FastifyError)
      // Conflict with a concurrent import; the job is retried.
      if (problem.kind === 'busy') throw error
      if (problem.status >= 500)
        services.log.error({ err: error, resource: name }, 'a row could not be imported')
      return rejected(refusalsOf(problem), digest)
    }
  }
}
