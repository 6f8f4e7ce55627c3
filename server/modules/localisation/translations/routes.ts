import type { FastifyInstance } from 'fastify'
import { type Language, languages } from '#contract/kit/language.ts'
import { may } from '#contract/kit/permissions.ts'
import { publishedTexts } from '#contract/localisation/published-texts.ts'
import { textCheckCalls } from '#contract/localisation/text-checks.ts'
import { fileEndings, translations } from '#contract/localisation/translations.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { file, outsideTransaction } from '#server/kit/handlers.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { approve, discard, getText, parseTextId, reject, rollBack, saveDraft, submit } from './actions.ts'
import {
  countFindings,
  dismiss,
  findCheckedTexts,
  getSettings,
  restoreFinding,
  setLevel,
} from './checks/actions.ts'
import { exportTexts } from './files.ts'
import { importTexts } from './import.ts'
import { suggestTranslations } from './memory.ts'
import { createOverlayCache, type GetOverlay } from './overlay.ts'
import { mayPropose, propose } from './proposals/propose.ts'
import { saveDescription } from './queries.ts'
import { reviewTexts } from './review.ts'
import { computeCoverage, getTextAt, loadLanguageTexts, resolveTextId } from './texts.ts'

/** Notifies open consoles after the commit that a published text changed. */
function notifyReaders({ services, request }: { services: Services; request: { id: string } }, id: string) {
  services.changes.publish([
    {
      logId: request.id,
      resource: publishedTexts,
      id,
      action: 'update',
      organizationId: serviceOrganization,
      at: new Date().toISOString(),
      requestId: request.id,
    },
  ])
}

const mediaTypes = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  xliff: 'application/xliff+xml',
  po: 'text/x-gettext-translation; charset=utf-8',
} as const

const routes = (overlayOf: GetOverlay) =>
  serve(translations)({
    coverage: async ({ db }) => ({
      languages: await Promise.all(
        languages.map(async language => computeCoverage(await loadLanguageTexts(db, language))),
      ),
    }),

    list: async ({ db, query: { language, _start, _end, ...wanted } }) => {
      const written = await loadLanguageTexts(db, language)
      const keys = await findCheckedTexts(written, wanted)
      const texts = keys.slice(_start, _end).map(at => getTextAt(written, at))
      return { texts, total: keys.length }
    },

    show: call => getText(call, call.params.id),
    memory: async ({ db, params, services }) => ({
      suggestions: await suggestTranslations(db, params.id),
      may_propose: mayPropose(services, params.id),
    }),
    propose: outsideTransaction((call, withTransaction) => {
      const gone = new AbortController()
      call.reply.raw.once('close', () => gone.abort(new Problem(408, 'The client closed the connection')))
      return propose(call, withTransaction, call.params.id, gone.signal)
    }),
    save: call => saveDraft(call, call.params.id, call.body),
    submit: call => submit(call, call.params.id, call.body.version),
    reject: call => reject(call, call.params.id, call.body.version, call.body.reason),

    discard: call => discard(call, call.params.id, call.body.version, call.body.reason),

    review: outsideTransaction((call, withTransaction) =>
      reviewTexts(call, call.body, withTransaction, id => {
        if (call.body.act === 'approve') notifyReaders(call, id)
      }),
    ),

    describe: async call => {
      const { params, body, audit, db } = call
      const text = resolveTextId(params.id)
      if (!text) throw notFound('This text')
      await saveDescription(db, text.at, body.description)
      audit({ action: 'describe', resourceType: 'translations', resourceId: params.id, details: body })
      return getText(call, params.id)
    },

    approve: outsideTransaction(async (call, withTransaction) => {
      const { params, body } = call
      const text = await withTransaction(db => approve({ ...call, db }, params.id, body.version))
      notifyReaders(call, text.id)
      return text
    }),

    rollBack: outsideTransaction(async (call, withTransaction) => {
      const { params, body } = call
      const text = await withTransaction(db =>
        rollBack({ ...call, db }, params.id, body.version, body.revision),
      )
      notifyReaders(call, text.id)
      return text
    }),

    export: file(async ({ db, query: { language, format, namespace } }) => {
      return {
        name: `voicedeck-${language}.${fileEndings[format]}`,
        type: mediaTypes[format],
        content: exportTexts(await loadLanguageTexts(db, language), format, namespace),
      }
    }),

    import: call => importTexts(call, call.body),

    published: async ({ params: { language }, reply }) => {
      if (!(languages as readonly string[]).includes(language)) throw notFound('This language')
      const { texts, etag } = await overlayOf(language as Language)
      // Always revalidated: a rolled-back text must not reappear from a cache.
      reply.header('etag', etag).header('cache-control', 'no-cache')
      return { texts }
    },
  })

const checkRoutes = serve(textCheckCalls)({
  settings: ({ db }) => getSettings(db),
  configure: call => setLevel(call, call.params.check, call.body),
  counts: async ({ db, query: { language } }) => countFindings(await loadLanguageTexts(db, language)),
  related: async ({ db, params, query }) => {
    const { language, at } = parseTextId(params.id)
    const written = await loadLanguageTexts(db, language, at)
    const { source } = getTextAt(written, at)
    const { same_source, same_translation } = written.checks.related.find(language, at, source, {
      text: query.text,
    })
    return { same_source: [...same_source], same_translation: [...same_translation] }
  },
  dismiss: call => dismiss(call, call.params.id, call.params.check, call.body),
  restore: call => restoreFinding(call, call.params.id, call.params.check),
})

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  services.changes.register('translations', may('translations', 'list'))
  services.changes.register('text-checks', may('translations', 'list'))
  services.changes.register(publishedTexts, 'signed-in')
  await app.register(checkRoutes, { services })
  await app.register(routes(createOverlayCache(services.database.db)), { services })
}
