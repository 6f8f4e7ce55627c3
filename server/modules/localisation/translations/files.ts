import type { Language } from '#contract/kit/language.ts'
import {
  errorsIn,
  type FormName,
  type Forms,
  formNames,
  isPlural,
  requiredForms,
} from '#contract/localisation/text-rules.ts'
import type { ImportedText, TextFault } from '#contract/localisation/translations.ts'
import { csv } from '#server/kit/export/csv.ts'
import { readCsv } from '#server/kit/export/read-csv.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { bundledTexts, parseTexts, splitTextKey, toI18nextKeys } from './bundled.ts'
import { getTextAt, isSame, type LanguageTexts, textKeys, validateText } from './texts.ts'

type Tree = { [name: string]: string | Tree }

const branchOf = (tree: Tree, name: string): Tree => {
  const there = tree[name]
  if (typeof there === 'object') return there
  const branch: Tree = {}
  tree[name] = branch
  return branch
}

/** Sets a text in a tree by its key path. */
function put(tree: Tree, path: readonly string[], text: string): void {
  const last = path.at(-1)
  if (last !== undefined) path.slice(0, -1).reduce(branchOf, tree)[last] = text
}

const headings = ['namespace', 'key', 'form', 'source', 'text'] as const

/** Exports the published texts of a language as one file. */
export async function* exportTexts(
  written: LanguageTexts,
  format: 'json' | 'csv',
  namespace?: string,
): AsyncGenerator<string> {
  const wanted = textKeys().filter(at => namespace === undefined || splitTextKey(at).namespace === namespace)
  const seen = wanted.map(at => {
    const { source, published, bundled } = getTextAt(written, at)
    return { ...splitTextKey(at), source, forms: published ?? bundled ?? {} }
  })
  if (format === 'json') {
    const tree: Tree = {}
    for (const { namespace, key, forms } of seen)
      for (const [name, text] of toI18nextKeys(key, forms)) put(tree, [namespace, ...name.split('.')], text)
    yield `${JSON.stringify(tree, null, 2)}\n`
    return
  }
  const lines = seen.flatMap(({ namespace, key, source, forms }) =>
    requiredForms(written.language, source).map(form => [
      namespace,
      key,
      isPlural(source) ? form : '',
      source[form] ?? source.other ?? source.text,
      forms[form] ?? '',
    ]),
  )
  yield* csv(headings, [lines])
}

function fromJson(content: string): Map<string, Forms> {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch (error) {
    throw invalidField('content', `The file isn’t valid JSON: ${(error as Error).message}`)
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw invalidField('content', 'The file must be a JSON object with one object per namespace')
  const { en } = bundledTexts()
  return new Map(Object.entries(json).flatMap(([namespace, file]) => [...parseTexts(namespace, file, en)]))
}

/** A file of all texts has five columns and some thousand rows. */
const csvLimits = { maxColumns: 50, maxRows: 20_000, maxCellLength: 20_000 }

async function fromCsv(content: string): Promise<Map<string, Forms>> {
  const records = await readCsv(content, csvLimits)
    .then(rows => rows.map(cells => JSON.parse(cells) as string[]))
    .catch(error => {
      throw error instanceof Problem ? invalidField('content', error.message) : error
    })
  const [head = [], ...rows] = records
  const names = head.map(name => name.trim().toLowerCase())
  const [namespace, key, form, text] = (['namespace', 'key', 'form', 'text'] as const).map(name => {
    const index = names.indexOf(name)
    if (index < 0) throw invalidField('content', `The file has no column “${name}”`)
    return index
  }) as [number, number, number, number]
  const texts = new Map<string, Forms>()
  for (const row of rows) {
    // An empty cell is an untranslated text.
    if (!row[text]) continue
    const at = `${row[namespace]}:${row[key]}`
    const name = row[form] || 'text'
    texts.set(at, { ...texts.get(at), [name as FormName]: row[text] })
  }
  return texts
}

/** Parses a file to texts by `<namespace>:<key>`. @throws Problem 422 if it is unreadable */
export const readTexts = (format: 'json' | 'csv', content: string): Promise<Map<string, Forms>> =>
  format === 'json' ? Promise.resolve(fromJson(content)) : fromCsv(content)

const maxTextLength = 4_000

function validateForms(
  written: LanguageTexts,
  at: string,
  forms: Forms,
): Pick<TextFault, 'form' | 'detail'> | null {
  const stranger = Object.keys(forms).find(form => !(formNames as readonly string[]).includes(form))
  if (stranger !== undefined)
    return { form: 'text', detail: `Unknown plural form “${stranger.slice(0, 40)}”` }
  const long = formNames.find(form => (forms[form]?.length ?? 0) > maxTextLength)
  if (long) return { form: long, detail: `A text can have up to ${maxTextLength} characters` }
  return (errorsIn(validateText(written, at, forms))[0] as TextFault | undefined) ?? null
}

/** The outcome of each text in a file. Unknown keys and rule violations are refused. */
export function validateFile(
  written: LanguageTexts,
  language: Language,
  texts: ReadonlyMap<string, Forms>,
): ImportedText[] {
  const { en } = bundledTexts()
  return [...texts].map(([at, forms]) => {
    const id = `${language}:${at}`
    if (!en.has(at))
      return {
        id: id.slice(0, 200),
        verdict: 'refused',
        form: null,
        reason: 'No text has this key',
      }
    const refusal = validateForms(written, at, forms)
    if (refusal) return { id, verdict: 'refused', form: refusal.form, reason: refusal.detail }
    const verdict = isSame(getTextAt(written, at).forms, forms) ? 'unchanged' : 'changed'
    return { id, verdict, form: null, reason: null }
  })
}
