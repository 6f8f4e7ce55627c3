import type { BodyOf } from '#contract/kit/endpoint.ts'
import { isSame } from '#contract/localisation/text-forms.ts'
import type { ImportedText, TextImport, translations } from '#contract/localisation/translations.ts'
import type { UserCall } from '#server/kit/call.ts'
import { staleText } from './actions.ts'
import { readTexts, validateFile } from './files.ts'
import { lockTexts, saveDescription, writeRevision } from './queries.ts'
import { type LanguageTexts, loadLanguageTexts } from './texts.ts'

/** Texts listed in the answer; the counts cover all. */
const maxReportedTexts = 500

/** Validates an import file, or saves its changes: as drafts, or for review if the file marks them as complete. */
export async function importTexts(
  call: Pick<UserCall, 'db' | 'actor' | 'audit'>,
  { language, format, content, apply }: BodyOf<typeof translations.import>,
): Promise<TextImport> {
  const { db } = call
  const texts = await readTexts(format, content, language)
  if (apply) await lockTexts(db, language)
  const written = await loadLanguageTexts(db, language)
  const judged = validateFile(written, texts)
  const of = (verdict: string) => judged.filter(text => text.verdict === verdict)
  const changed = of('changed')
  const refused = of('refused')
  const counts = { changed: changed.length, unchanged: of('unchanged').length, refused: refused.length }
  if (apply) {
    for (const text of changed) await applyText(call, written, text)
  }
  call.audit({
    action: apply ? 'import' : 'import_check',
    resourceType: 'translations',
    details: { language, format, ...counts },
  })
  return { ...counts, texts: [...refused, ...changed].slice(0, maxReportedTexts), applied: apply }
}

/** Saves what a file changes of a text. @throws Problem 412 if it was changed in the meantime */
async function applyText(
  { db, actor }: Pick<UserCall, 'db' | 'actor'>,
  written: LanguageTexts,
  { id, before, after, for_review, description }: ImportedText,
): Promise<void> {
  const { language } = written
  const at = id.slice(language.length + 1)
  if (description !== null) await saveDescription(db, at, description)
  const [former, forms] = [before ?? {}, after ?? {}]
  if (isSame(former, forms) && !for_review) return
  const row = written.rows.get(at)
  const done = await writeRevision(db, language, at, row?.version ?? 0, {
    act: 'import',
    by: actor.id,
    status: for_review ? 'review' : 'draft',
    forms,
    // Who only marks a text as complete did not write it.
    author_id: isSame(former, forms) ? (row?.author_id ?? actor.id) : actor.id,
    published: row?.published ?? null,
    published_source: row?.published_source ?? null,
    proposal_id: isSame(former, forms) ? (row?.proposal_id ?? null) : null,
  })
  if (!done) throw staleText()
}
