import type { Language } from '#contract/kit/language.ts'
import type { InterfaceText, TextFinding } from '#contract/localisation/interface-texts.ts'
import {
  type FormName,
  type Forms,
  formNames,
  isPlural,
  isSame,
  requiredForms,
  sourceForm,
} from '#contract/localisation/text-forms.ts'
import type { ImportedText, TextFormat } from '#contract/localisation/translations.ts'
import { csv } from '#server/kit/export/csv.ts'
import { readCsv } from '#server/kit/export/read-csv.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { bundledTexts, parseTexts, splitTextKey, toI18nextKeys } from './bundled.ts'
import { blockingOf } from './checks/findings.ts'
import { type ReadText, type ReadTexts, writableNote } from './formats/format.ts'
import { readFile, writeFile } from './formats/run.ts'
import { findingsIn, getTextAt, type LanguageTexts, textKeys } from './texts.ts'

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

/** Exports the texts of a language as one file: published ones as JSON or CSV, working copies as XLIFF or gettext. */
export async function* exportTexts(
  written: LanguageTexts,
  format: TextFormat,
  namespace?: string,
): AsyncGenerator<string> {
  const wanted = textKeys().filter(at => namespace === undefined || splitTextKey(at).namespace === namespace)
  if (format === 'xliff' || format === 'po') {
    const file = { language: written.language, texts: wanted.map(at => getTextAt(written, at)) }
    yield await writeFile(format, file)
    return
  }
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

const withoutDetails = (texts: ReadonlyMap<string, Forms>): ReadTexts =>
  new Map([...texts].map(([at, forms]) => [at, { forms }]))

/** Parses a file to texts by `<namespace>:<key>`. @throws Problem 422 if it is unreadable */
export async function readTexts(format: TextFormat, content: string, language: Language): Promise<ReadTexts> {
  if (format === 'xliff' || format === 'po') return readFile(format, content, language)
  return withoutDetails(format === 'json' ? fromJson(content) : await fromCsv(content))
}

const maxTextLength = 4_000

/** Empty forms are missing ones in files. */
const withoutEmpty = (forms: Forms): Forms =>
  Object.fromEntries(Object.entries(forms).filter(([, text]) => text !== ''))

/** Why forms cannot be read as those of a text at all. */
function findUnreadable(forms: Forms): { form: FormName; detail: string } | null {
  const stranger = Object.keys(forms).find(form => !(formNames as readonly string[]).includes(form))
  if (stranger !== undefined)
    return { form: 'text', detail: `Unknown plural form “${stranger.slice(0, 40)}”` }
  const long = formNames.find(form => (forms[form]?.length ?? 0) > maxTextLength)
  if (long) return { form: long, detail: `A text can have up to ${maxTextLength} characters` }
  return null
}

/** Whether the English forms in a file are those of today. */
const isCurrent = ({ language, source }: InterfaceText, translated: Forms) =>
  requiredForms(language, source).every(
    form => translated[form] === undefined || translated[form] === sourceForm(source, form),
  )

type Judged = Pick<ImportedText, 'form' | 'reason' | 'for_review' | 'description' | 'findings'> & {
  verdict: ImportedText['verdict']
}
const plain = { form: null, reason: null, for_review: false, description: null, findings: [] }
const refused = (reason: string, form: FormName | null = null, findings: TextFinding[] = []): Judged => ({
  ...plain,
  verdict: 'refused',
  form,
  reason,
  findings,
})

function judge(written: LanguageTexts, text: InterfaceText, at: string, read: ReadText): Judged {
  const { forms, state, source } = read
  if (read.refusal) return refused(read.refusal)
  const isComplete = state !== undefined && state !== 'initial'
  // A file without states, or one that marks nothing, is not asked for a review.
  const isSameText = isSame(withoutEmpty(text.forms), withoutEmpty(forms))
  const isSubmitted = isComplete && (!isSameText || text.status === 'draft')
  const known = text.description === null ? '' : writableNote(text.description)
  const description =
    read.description !== undefined && writableNote(read.description) !== known ? read.description : null
  if (isSameText && !isSubmitted)
    return { ...plain, verdict: description === null ? 'unchanged' : 'changed', description }
  if (source && !isCurrent(text, source)) return refused('The English text has changed since the export')
  const unreadable = findUnreadable(forms)
  if (unreadable) return refused(unreadable.detail, unreadable.form)
  const findings = findingsIn(written, at, forms)
  const [blocking] = blockingOf(findings)
  if (blocking) return refused(blocking.detail, blocking.form, findings)
  return { ...plain, verdict: 'changed', for_review: isSubmitted, description, findings }
}

/** The outcome of each text in a file. Unknown keys and rule violations are refused. */
export function validateFile(written: LanguageTexts, texts: ReadTexts): ImportedText[] {
  const { language } = written
  const { en } = bundledTexts()
  return [...texts].flatMap(([at, read]): ImportedText[] => {
    const id = `${language}:${at}`.slice(0, 200)
    const line = read.line ?? null
    if (!en.has(at)) return [{ id, line, ...refused('No text has this key'), before: null, after: null }]
    // An empty unit is an untranslated text.
    if (!read.refusal && read.state && Object.keys(withoutEmpty(read.forms)).length === 0) return []
    const text = getTextAt(written, at)
    const judged = judge(written, text, at, read)
    const isShown = judged.verdict === 'changed'
    return [{ id, line, ...judged, before: isShown ? text.forms : null, after: isShown ? read.forms : null }]
  })
}
