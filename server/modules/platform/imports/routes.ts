import type { FastifyInstance } from 'fastify'
import { can } from '#contract/kit/permissions.ts'
import { type Import, imports, maxImportBytes } from '#contract/platform/imports.ts'
import { type Actor, requireStepUp } from '#server/kit/call.ts'
import { csv, separatorFor } from '#server/kit/export/csv.ts'
import { file, outsideTransaction } from '#server/kit/handlers.ts'
import { forbidden, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { guessMapping, type Importable, importable, type Mapping } from './mapping.ts'
import { begin, cancel, findImport, keepFile, pageOfRows, rejectedRows } from './queries.ts'
import { rowsOf, textOf } from './read-file.ts'
import { runImports } from './run.ts'

/** The resource, if the caller may import it. @throws Problem 422, 403. */
function mustImport(name: string, actor: Actor): Importable {
  const importableResource = importable(name)
  if (!importableResource) throw new Problem(422, 'This record type can’t be imported')
  if (!can(actor.role, importableResource.create.access)) throw forbidden()
  return importableResource
}

/** An import needs the same step-up as the calls it makes; asked for now, since a job cannot. */
function requireImportStepUp({ create }: Importable, actor: Actor): void {
  if (create.endpoint.stepUp) requireStepUp(actor)
}

const busy = () => new Problem(409, 'This import is already running or finished', { kind: 'busy' })

function mustFit(mapping: Mapping, { headings }: Import): void {
  const used = Object.values(mapping)
  if (used.length === 0) throw new Problem(422, 'Match columns to fields')
  if (used.some(column => column >= headings.length)) throw new Problem(422, 'The file has no such column')
}

const handlers = serve(imports)({
  upload: outsideTransaction(async (call, withTransaction) => {
    const { resource, name, language } = call.query
    const target = mustImport(resource, call.actor)
    const file = await rowsOf(call.body)
    const mapping = guessMapping(target, file.headings)
    return withTransaction(async db => {
      const id = await keepFile(db, call.actor, { resource: target.name, name, language, mapping }, file)
      return findImport(db, call.actor, id)
    })
  }),

  show: call => findImport(call.db, call.actor, call.params.id),

  rows: async call => {
    const { id } = await findImport(call.db, call.actor, call.params.id)
    return pageOfRows(call.db, id, call.query)
  },

  check: async ({ db, actor, params, body: { mapping }, services }) => {
    const current = await findImport(db, actor, params.id)
    requireImportStepUp(mustImport(current.resource, actor), actor)
    mustFit(mapping, current)
    if (
      !(await begin(
        db,
        current.id,
        ['uploaded', 'checked', 'cancelled', 'failed'],
        'checking',
        actor,
        mapping,
      ))
    )
      throw busy()
    await services.jobs.enqueue(db, 'check_import', { id: current.id })
    return findImport(db, actor, current.id)
  },

  apply: async ({ db, actor, params, services, audit }) => {
    const current = await findImport(db, actor, params.id)
    requireImportStepUp(mustImport(current.resource, actor), actor)
    mustFit(current.mapping, current)
    if (!(await begin(db, current.id, ['checked'], 'applying', actor))) throw busy()
    await services.jobs.enqueue(db, 'apply_import', { id: current.id })
    audit({
      action: 'import',
      resourceType: current.resource,
      details: { import: current.id, file_name: current.file_name, rows: current.rows },
    })
    return findImport(db, actor, current.id)
  },

  cancel: async ({ db, actor, params }) => {
    const { id } = await findImport(db, actor, params.id)
    await cancel(db, id)
    return findImport(db, actor, id)
  },

  rejects: file(async ({ db, actor, params }) => {
    const { id, headings, language } = await findImport(db, actor, params.id)
    async function* batches() {
      for await (const rows of rejectedRows(db, id)) {
        yield rows.map(({ cells, reason }) => [...headings.map((_, index) => cells[index]), reason])
      }
    }
    return {
      name: 'rejected.csv',
      type: 'text/csv; charset=utf-8',
      content: csv([...headings, 'reason'], batches(), separatorFor(language)),
    }
  }),
})

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  app.addContentTypeParser<Buffer>(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: maxImportBytes },
    async (_request: unknown, body: Buffer) => textOf(body),
  )
  runImports(app, services)
  await handlers(app, { services })
}
