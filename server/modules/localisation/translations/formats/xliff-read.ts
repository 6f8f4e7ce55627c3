import { DOMParser, type Document, type Element, type Node } from '@xmldom/xmldom'
import { type FormName, formNames } from '#contract/localisation/text-forms.ts'
import { FileError, type ReadText, type ReadTexts, type TextState, textStates } from './format.ts'
import { readInline, UnitError } from './xliff-inline.ts'
import { pluralGroup, xliffNamespace } from './xliff-write.ts'

const lineOf = (node: Node) => node.lineNumber ?? 0

const invalid = (reason: string) => new FileError(`The file isn’t valid XLIFF: ${reason}`)
const invalidAt = (node: Node, reason: string) => invalid(`line ${lineOf(node)}: ${reason}`)

function parse(xml: string): Document {
  // Entities and external documents come with a document type only.
  if (/<!\s*(doctype|entity)/i.test(xml)) throw invalid('document types and entities are not allowed')
  let reason: string | undefined
  try {
    return new DOMParser({
      // As in XML 1.0.
      normalizeLineEndings: text => text.replaceAll(/\r\n?/g, '\n'),
      onError: (_level, message, { locator }) => {
        if (message.includes('replacement character')) return
        reason = `line ${locator?.lineNumber || 1}: ${message}`
        throw new Error(reason)
      },
    }).parseFromString(xml, 'text/xml')
  } catch (error) {
    throw invalid(reason ?? (error as Error).message)
  }
}

const childrenOf = (element: Element, name?: string): Element[] =>
  Array.from(element.childNodes).filter(
    (node): node is Element =>
      node.nodeType === node.ELEMENT_NODE &&
      (node as Element).namespaceURI === xliffNamespace &&
      (name === undefined || (node as Element).localName === name),
  )

const languageOf = (tag: string) => tag.toLowerCase().split('-')[0]

function requireDocument(root: Element | null, language: string): Element {
  if (root?.localName !== 'xliff' || root.namespaceURI !== xliffNamespace)
    throw invalid('the root element must be “xliff” of XLIFF 2.0 or 2.1')
  const version = root.getAttribute('version') ?? ''
  if (!['2.0', '2.1'].includes(version)) throw invalidAt(root, `version ${version || 'missing'}`)
  const [source, target] = [root.getAttribute('srcLang'), root.getAttribute('trgLang')]
  if (languageOf(source ?? '') !== 'en') throw invalidAt(root, 'srcLang must be “en”')
  if (languageOf(target ?? '') !== language) throw invalidAt(root, `trgLang must be “${language}”`)
  return root
}

interface Part {
  source: string
  /** Undefined if there is no translation. */
  text: string | undefined
  state: TextState
}

/** Reads a segment of a unit. @throws UnitError */
function readSegment(segment: Element, data: ReadonlyMap<string, string>): Part {
  const [source] = childrenOf(segment, 'source')
  if (!source) throw new UnitError('A segment has no <source>')
  const [target] = childrenOf(segment, 'target')
  const state = segment.getAttribute('state') ?? 'initial'
  if (!(textStates as readonly string[]).includes(state)) throw new UnitError(`Unknown state “${state}”`)
  if (segment.localName === 'ignorable')
    return { source: readInline(source, data), text: readInline(target ?? source, data), state: 'final' }
  if (!target && state !== 'initial') throw new UnitError(`A segment in state “${state}” has no <target>`)
  return {
    source: readInline(source, data),
    text: target && readInline(target, data),
    state: state as TextState,
  }
}

const leastOf = (states: readonly TextState[]): TextState =>
  textStates.find(state => states.includes(state)) ?? 'initial'

/** Reads the translation of a unit; segments are joined. @throws UnitError */
function readUnit(unit: Element): Part {
  const stored = childrenOf(unit, 'originalData').flatMap(data => childrenOf(data, 'data'))
  const data = new Map(stored.map(item => [item.getAttribute('id') ?? '', readInline(item, new Map())]))
  const segments = childrenOf(unit).filter(({ localName }) =>
    ['segment', 'ignorable'].includes(localName ?? ''),
  )
  if (!segments.some(({ localName }) => localName === 'segment'))
    throw new UnitError('The unit has no segment')
  const parts = segments.map(segment => readSegment(segment, data))
  const state = leastOf(parts.map(part => part.state))
  const source = parts.map(part => part.source).join('')
  if (parts.some(({ text }) => text === undefined)) return { source, text: undefined, state }
  return { source, text: parts.map(({ text }) => text).join(''), state }
}

const descriptionOf = (unit: Element): string | undefined =>
  childrenOf(unit, 'notes')
    .flatMap(notes => childrenOf(notes, 'note'))
    .find(note => note.getAttribute('category') === 'description')
    ?.textContent?.trim()

const nameOf = (element: Element) => element.getAttribute('name') ?? element.getAttribute('id') ?? ''

/** The text and form of a unit: of a plural, the group has the key and the unit's name ends in the form. */
function placeOf(unit: Element): { key: string; form: FormName } {
  const group = unit.parentNode as Element
  const name = nameOf(unit)
  if (group.localName !== 'group' || group.getAttribute('type') !== pluralGroup)
    return { key: name, form: 'text' }
  const key = nameOf(group)
  const form = formNames.find(form => name === `${key}_${form}`)
  if (!form) throw new UnitError(`“${name}” is no plural form of “${key}”`)
  return { key, form }
}

/** Groups can be nested this deep. */
const maxGroups = 8

function* unitsOf(parent: Element, depth = 0): Generator<Element> {
  if (depth > maxGroups) throw invalidAt(parent, 'groups are nested too deeply')
  for (const child of childrenOf(parent)) {
    if (child.localName === 'unit') yield child
    else if (child.localName === 'group') yield* unitsOf(child, depth + 1)
  }
}

/** Adds a unit to the texts; a broken one is refused with its text. */
function addUnit(texts: Map<string, ReadText>, namespace: string, unit: Element): void {
  const line = lineOf(unit)
  let at = `${namespace}:${nameOf(unit)}`
  try {
    const { key, form } = placeOf(unit)
    at = `${namespace}:${key}`
    const { source, text, state } = readUnit(unit)
    const before = texts.get(at)
    if (before?.forms[form] !== undefined) throw new UnitError(`There are two units of “${nameOf(unit)}”`)
    const description = descriptionOf(unit) ?? before?.description
    texts.set(at, {
      line,
      ...before,
      forms: { ...before?.forms, ...(text !== undefined && { [form]: text }) },
      source: { ...before?.source, [form]: source },
      state: leastOf([state, before?.state ?? 'final']),
      ...(description !== undefined && { description }),
    })
  } catch (error) {
    if (!(error instanceof UnitError)) throw error
    const refusal = `Unit “${unit.getAttribute('id') ?? ''}”: ${error.message}`
    texts.set(at, { forms: {}, ...texts.get(at), line, refusal })
  }
}

/** Parses an XLIFF 2.0 or 2.1 document. @throws FileError with the line if it is invalid as a whole */
export function readXliff(xml: string, language: string): ReadTexts {
  const root = requireDocument(parse(xml).documentElement, language)
  const texts = new Map<string, ReadText>()
  const files = childrenOf(root, 'file')
  if (files.length === 0) throw invalidAt(root, 'there is no <file>')
  for (const file of files) {
    const namespace = file.getAttribute('id')
    if (!namespace) throw invalidAt(file, 'the file has no id')
    const ids = new Set<string>()
    for (const unit of unitsOf(file)) {
      const id = unit.getAttribute('id')
      if (!id) throw invalidAt(unit, 'the unit has no id')
      if (ids.has(id)) throw invalidAt(unit, `the id “${id}” is not unique in its file`)
      ids.add(id)
      addUnit(texts, namespace, unit)
    }
  }
  return texts
}
