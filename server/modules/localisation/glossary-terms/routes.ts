import { languages } from '#contract/kit/language.ts'
import { GlossaryTerm, glossaryTerms } from '#contract/localisation/glossary-terms.ts'
import { invalidField, notFound } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { table } from '#server/kit/table/table.ts'
import { linesOf, listTermRules } from './queries.ts'

const termTable = table({
  table: 'glossary_terms',
  resource: 'glossary-terms',
  schema: GlossaryTerm,
  list: glossaryTerms.list,
  // Terms belong to no organization; only staff reach them.
  owner: { organization: 'id' },
  removal: { markedBy: 'deleted_at', isShown: false },
  history: { unlogged: [] },
  check: (_call, row) => {
    const allowed = new Set(linesOf(row.allowed).map(line => line.toLowerCase()))
    const both = linesOf(row.forbidden).find(line => allowed.has(line.toLowerCase()))
    if (both !== undefined)
      throw invalidField('forbidden', 'A translation can’t be both allowed and forbidden')
  },
})

export default serve(glossaryTerms)({
  list: termTable.list,
  show: termTable.show,
  create: call => termTable.insert(call, call.body),
  update: call => termTable.update(call, call.params.id, call.body),
  remove: call => termTable.remove(call, call.params.id),
  restore: call => termTable.restore(call, call.params.id),
  rules: async ({ db, params: { language } }) => {
    if (!(languages as readonly string[]).includes(language)) throw notFound('This language')
    return { terms: await listTermRules(db, language) }
  },
})
