import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { TextImport, translations } from '#contract/localisation/translations.ts'
import type { UserCall } from '#server/kit/call.ts'
import { staleText } from './actions.ts'
import { readTexts, validateFile } from './files.ts'
import { loadLanguageTexts, lockTexts, writeRevision } from './queries.ts'

/** Texts listed in the answer; the counts cover all. */
const maxReportedTexts = 500

/** Validates an import file, or saves its changes as drafts. */
export async function importTexts(
  call: Pick<UserCall, 'db' | 'actor' | 'audit'>,
  { language, format, content, apply }: BodyOf<typeof translations.import>,
): Promise<TextImport> {
  const { db, actor } = call
  const texts = await readTexts(format, content)
  if (apply) await lockTexts(db, language)
  const written = await loadLanguageTexts(db, language)
  const judged = validateFile(written, language, texts)
  const of = (verdict: string) => judged.filter(text => text.verdict === verdict)
  const changed = of('changed')
  const refused = of('refused')
  const counts = { changed: changed.length, unchanged: of('unchanged').length, refused: refused.length }
  if (apply) {
    for (const { id } of changed) {
      const at = id.slice(language.length + 1)
      const row = written.rows.get(at)
      const done = await writeRevision(db, language, at, row?.version ?? 0, {
        act: 'import',
        by: actor.id,
        status: 'draft',
        forms: texts.get(at) ?? {},
        author_id: actor.id,
        published: row?.published ?? null,
        published_source: row?.published_source ?? null,
      })
      if (!done) throw staleText()
    }
  }
  call.audit({
    action: apply ? 'import' : 'import_check',
    resourceType: 'translations',
    details: { language, format, ...counts },
  })
  return { ...counts, texts: [...refused, ...changed].slice(0, maxReportedTexts), applied: apply }
}
