import type { FastifyInstance } from 'fastify'
import { grant } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { type AuditEntry, auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { type Importer, rowJudge } from './judge.ts'
import { importable } from './mapping.ts'
import {
  digestsMet,
  dropOldImports,
  finish,
  importAtWork,
  type JudgedRow,
  keepVerdicts,
  progress,
  rowsToJudge,
} from './queries.ts'

declare module '#server/kit/jobs.ts' {
  interface JobPayloads {
    check_import: { id: string }
    apply_import: { id: string }
  }
}

/** Rows between two checks for cancellation; when applying, rows per transaction. */
const step = 100
/** Concurrent jobs per instance: each uses one pooled connection, and a check occasionally a second one. */
const concurrentJobs = 3

class RolledBack extends Error {}

type AtWork = NonNullable<Awaited<ReturnType<typeof importAtWork>>>

/** Registers the import jobs. An import runs with the session that uploaded it, and fails once that has ended. */
export function runImports(app: FastifyInstance, services: Services): void {
  const { jobs, database, log } = services
  const { db } = database

  async function importerOf(work: AtWork, occurrences: Map<string, number>): Promise<Importer | null> {
    const actor = await app.actorOf(work.session_id)
    const served = importable(work.resource)
    const granted = actor && served && grant(actor.role, served.create.access)
    if (!granted) return null
    const { mapping, language, has_step_up: hasRecentStepUp } = work
    return {
      services,
      served,
      actor: { ...actor, hasRecentStepUp },
      grant: granted,
      mapping,
      language,
      occurrences,
    }
  }

  /** Creates all records in one transaction that is rolled back, so that conflicts between rows are found too. */
  async function check(id: string): Promise<void> {
    const work = await importAtWork(db, id, 'checking')
    if (!work) return
    const importer = await importerOf(work, new Map())
    if (!importer) return void (await finish(db, id, 'checking', 'failed'))
    const judge = rowJudge(importer)
    const judged: JudgedRow[] = []
    const undone = db.transaction().execute(async transaction => {
      for (let after = 0; ; ) {
        const rows = await rowsToJudge(transaction, id, after, step)
        for (const { position, cells } of rows) {
          const verdict = await judge(cells, transaction, [])
          // New records are rolled back, so neither their id nor their digest is stored.
          const record_id = verdict.verdict === 'known' ? verdict.record_id : null
          judged.push({ ...verdict, position, record_id, digest: null })
        }
        after = rows.at(-1)?.position ?? 0
        // Outside the transaction, so that the progress is visible to others.
        if (rows.length < step || !(await progress(db, id, 'checking', judged.length))) throw new RolledBack()
      }
    })
    await undone.catch(error => {
      if (!(error instanceof RolledBack)) throw error
    })
    await db.transaction().execute(async transaction => {
      if (!(await progress(transaction, id, 'checking', judged.length))) return
      await keepVerdicts(transaction, id, judged)
      await finish(transaction, id, 'checking', 'checked')
    })
  }

  /** Imports the next batch of rows. @returns whether there may be more. */
  async function applyStep(
    id: string,
    { actor, ...importer }: Importer,
    transaction: Db,
    audit: (entry: AuditEntry) => void,
  ): Promise<boolean> {
    const work = await importAtWork(transaction, id, 'applying', true)
    if (!work) return false
    const rows = await rowsToJudge(transaction, id, 0, step)
    const judge = rowJudge({ actor, ...importer })
    const entries: AuditEntry[] = []
    const judged: JudgedRow[] = []
    for (const { position, cells } of rows) {
      judged.push({ position, ...(await judge(cells, transaction, entries)) })
    }
    for (const entry of entries) audit({ ...entry, details: { ...entry.details, import: id } })
    await keepVerdicts(transaction, id, judged)
    const last = rows.at(-1)?.position ?? work.rows + 1
    await progress(transaction, id, 'applying', last - 1)
    if (rows.length < step) await finish(transaction, id, 'applying', 'applied')
    return rows.length === step
  }

  async function apply(id: string): Promise<void> {
    const occurrences = await digestsMet(db, id)
    for (let hasMore = true; hasMore; ) {
      const work = await importAtWork(db, id, 'applying')
      if (!work) return
      const importer = await importerOf(work, occurrences)
      if (!importer) return void (await finish(db, id, 'applying', 'failed'))
      const origin = { ...systemOrigin, actor: importer.actor }
      hasMore = await auditedTransaction(services, origin, (transaction, audit) =>
        applyStep(id, importer, transaction, audit),
      )
    }
  }

  jobs.handle('check_import', ({ id }) => check(id), concurrentJobs)
  jobs.handle('apply_import', ({ id }) => apply(id), concurrentJobs)
  jobs.schedule('drop_old_imports', '17 3 * * *', async () => {
    const { numDeletedRows = 0n } = (await dropOldImports(db))[0] ?? {}
    if (numDeletedRows > 0n) log.info(`deleted ${numDeletedRows} import files older than a week`)
  })
}
