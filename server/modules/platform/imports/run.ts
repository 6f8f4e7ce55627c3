import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/kit/language.ts'
import { grant } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { type Entry, rememberValues, type WrittenLog, writeLogs } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { importable } from './importable.ts'
import { type Importer, rowJudge } from './judge.ts'
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
  interface JobKinds {
    check_import: { id: string }
    apply_import: { id: string }
  }
}

/** Rows judged between two looks at whether the job was cancelled; of an application, those of one transaction. */
const step = 100
/** Jobs that one instance works on: each holds a connection of the pool, and a check another now and then. */
const atOnce = 3

class RolledBack extends Error {}

type AtWork = NonNullable<Awaited<ReturnType<typeof importAtWork>>>

/** Does the jobs of imports. An import acts with the session that uploaded it: when that has ended, so has the import. */
export function runImports(app: FastifyInstance, services: Services): void {
  const { jobs, changes, database, log } = services
  const { db } = database

  async function importerOf(work: AtWork, met: Map<string, number>): Promise<Importer | null> {
    const actor = await app.actorOf(work.session_id)
    const served = importable(work.resource)
    const granted = actor && served && grant(actor.role, served.create.access)
    if (!granted) return null
    const { mapping, language } = work
    return { services, served, actor, grant: granted, mapping, language: language as Language, met }
  }

  /** Creates every record in one transaction that is never committed, so that rows of the file meet each other too. */
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
          // What is new will not be there, and a digest is only kept of what is.
          const record_id = verdict.verdict === 'known' ? verdict.record_id : null
          judged.push({ ...verdict, position, record_id, digest: null })
        }
        after = rows.at(-1)?.position ?? 0
        // Beside the transaction, which nobody else can look into.
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

  /** Creates the records of the next rows, with their verdicts and logs, or nothing. @returns null when all is done. */
  async function applyStep(
    id: string,
    transaction: Db,
    { entries, met }: { entries: Entry[]; met: Map<string, number> },
  ): Promise<WrittenLog[] | null> {
    const work = await importAtWork(transaction, id, 'applying', true)
    if (!work) return null
    const importer = await importerOf(work, met)
    if (!importer) {
      await finish(transaction, id, 'applying', 'failed')
      return null
    }
    const rows = await rowsToJudge(transaction, id, 0, step)
    const judge = rowJudge(importer)
    const judged: JudgedRow[] = []
    for (const { position, cells } of rows) {
      judged.push({ position, ...(await judge(cells, transaction, entries)) })
    }
    await keepVerdicts(transaction, id, judged)
    const last = rows.at(-1)?.position ?? work.rows + 1
    await progress(transaction, id, 'applying', last - 1)
    if (rows.length < step) await finish(transaction, id, 'applying', 'applied')
    return writeLogs(transaction, entries, {
      actor: importer.actor,
      requestId: null,
      ip: null,
      source: 'server',
    })
  }

  async function apply(id: string): Promise<void> {
    const met = await digestsMet(db, id)
    for (;;) {
      const entries: Entry[] = []
      const logs = await db.transaction().execute(transaction => applyStep(id, transaction, { entries, met }))
      if (!logs) return
      rememberValues(entries)
      changes.announce(logs)
    }
  }

  jobs.handle('check_import', ({ id }) => check(id), atOnce)
  jobs.handle('apply_import', ({ id }) => apply(id), atOnce)
  jobs.every('drop_old_imports', '17 3 * * *', async () => {
    const { numDeletedRows = 0n } = (await dropOldImports(db))[0] ?? {}
    if (numDeletedRows > 0n) log.info(`dropped ${numDeletedRows} files imported a week ago or before`)
  })
}
