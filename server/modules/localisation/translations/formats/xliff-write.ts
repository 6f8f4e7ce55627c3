import { createHash } from 'node:crypto'
import type { InterfaceText } from '#contract/localisation/interface-texts.ts'
import { type FormName, sourceForm } from '#contract/localisation/text-forms.ts'
import { type ExportedFile, fileForms, restrictionOf, stateOf, writableNote } from './format.ts'
import { attribute, createCodes } from './xliff-inline.ts'

export const xliffNamespace = 'urn:oasis:names:tc:xliff:document:2.0'
/** Type of a group whose units are the plural forms of one text. */
export const pluralGroup = 'voicedeck:plural'

/** An id must be a name token; keys that are not get a hash. */
const tokenOf = (key: string) =>
  /^[\w.:-]+$/.test(key) ? key : `key-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`

function notesOf(text: InterfaceText): string {
  const restriction = restrictionOf(text)
  const notes = [
    text.description && `<note category="description">${attribute(writableNote(text.description))}</note>`,
    restriction && `<note category="restriction">${attribute(restriction)}</note>`,
  ].filter(note => note)
  return notes.length === 0 ? '' : `<notes>${notes.join('')}</notes>`
}

function unitOf(text: InterfaceText, form: FormName, name: string): string {
  const codes = createCodes()
  const source = codes.write(sourceForm(text.source, form))
  const translated = text.forms[form]
  const target = translated === undefined ? '' : `<target>${codes.write(translated)}</target>`
  // A segment without translation is initial whatever the state of its text.
  const state = translated === undefined ? 'initial' : stateOf(text)
  const segment = `<segment state="${state}"><source>${source}</source>${target}</segment>`
  const id = `id="${attribute(tokenOf(name))}" name="${attribute(name)}"`
  return `<unit ${id}>${notesOf(text)}${codes.originalData()}${segment}</unit>`
}

function textElement(text: InterfaceText): string {
  const { key } = text
  const [first, ...others] = fileForms(text)
  if (first === 'text' && others.length === 0) return unitOf(text, 'text', key)
  const units = fileForms(text).map(form => unitOf(text, form, `${key}_${form}`))
  return `<group id="${attribute(tokenOf(key))}" name="${attribute(key)}" type="${pluralGroup}">\n${units.join('\n')}\n</group>`
}

/** An XLIFF 2.1 document of the working copies of a language, with one file per namespace. */
export function* writeXliff({ language, texts }: ExportedFile): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield `<xliff xmlns="${xliffNamespace}" version="2.1" srcLang="en" trgLang="${language}" xml:space="preserve">\n`
  const byNamespace = Map.groupBy(texts, ({ namespace }) => namespace)
  for (const [namespace, ofNamespace] of byNamespace) {
    const direction = language === 'ar' ? ' trgDir="rtl"' : ''
    const name = attribute(namespace)
    yield `<file id="${name}" original="${name}.json" canResegment="no" srcDir="ltr"${direction}>\n`
    for (const text of ofNamespace) yield `${textElement(text)}\n`
    yield '</file>\n'
  }
  yield '</xliff>\n'
}
