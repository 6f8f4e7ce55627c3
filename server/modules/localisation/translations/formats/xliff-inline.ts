import type { Element, Node } from '@xmldom/xmldom'
import { splitCodes } from '#contract/localisation/text-forms.ts'
import { unwritable } from './format.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  // XML 1.1 treats these as line ends.
  '\u0085': '&#133;',
  '\u2028': '&#8232;',
  // Parsers take it for a sign of a wrong encoding.
  '\uFFFD': '&#65533;',
}
const escapeXml = (text: string) =>
  text.replaceAll(/[&<>"\r\u0085\u2028\uFFFD]/g, character => escapes[character] as string)

/** An attribute value. */
export const attribute = (text: string): string =>
  escapeXml(text)
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;')
    .replaceAll(new RegExp(unwritable, 'g'), '')

/** Content; characters that XML cannot have are written by their code point. */
export const content = (text: string): string =>
  text
    .split(new RegExp(`(${unwritable.source})`))
    .map((part, index) =>
      index % 2 === 0
        ? escapeXml(part)
        : `<cp hex="${part.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}"/>`,
    )
    .join('')

/** Numbers the placeholders and tags of a unit: the same one in source and translation has the same id. */
export function createCodes() {
  const data = new Map<string, string>()
  const ids = new Map<string, string>()
  const dataId = (code: string) => {
    if (!data.has(code)) data.set(code, `d${data.size + 1}`)
    return data.get(code) as string
  }
  const codeId = (code: string, occurrence: number) => {
    const name = `${occurrence} ${code}`
    if (!ids.has(name)) ids.set(name, String(ids.size + 1))
    return ids.get(name) as string
  }
  return {
    /** A text with its placeholders and tags as inline codes. */
    write(text: string): string {
      const parts = splitCodes(text)
      const seen = new Map<string, number>()
      const isPaired = pairsIn(parts)
      const open: string[] = []
      return parts
        .map(({ kind, text }, index) => {
          if (kind === 'words') return content(text)
          const ref = `dataRef="${dataId(text)}"`
          if (kind === 'close' && isPaired.has(index)) return `<ec startRef="${open.pop()}" ${ref}/>`
          const occurrence = (seen.get(text) ?? 0) + 1
          seen.set(text, occurrence)
          const id = codeId(text, occurrence)
          if (kind !== 'open' || !isPaired.has(index))
            return `<ph id="${id}" ${ref} equiv="${attribute(text)}"/>`
          open.push(id)
          return `<sc id="${id}" ${ref}/>`
        })
        .join('')
    },
    /** The original data of all codes written so far. */
    originalData: () =>
      data.size === 0
        ? ''
        : `<originalData>${[...data].map(([code, id]) => `<data id="${id}">${content(code)}</data>`).join('')}</originalData>`,
  }
}

/** Positions of the tags that are opened and closed in order. */
function pairsIn(parts: ReturnType<typeof splitCodes>): Set<number> {
  const pairs = new Set<number>()
  const open: number[] = []
  parts.forEach(({ kind, name }, index) => {
    if (kind === 'open') open.push(index)
    else if (kind === 'close') {
      const start = open.findLastIndex(at => parts[at]?.name === name)
      if (start < 0) return
      pairs.add(open[start] as number).add(index)
      // What was opened in between is never closed in order.
      open.length = start
    }
  })
  return pairs
}

/** Why a unit cannot be read. */
export class UnitError extends Error {}

/** Elements may be nested this deep within a text. */
const maxDepth = 32

/** The text of a source, target or data element, with original data in place of inline codes. @throws UnitError */
export function readInline(element: Element, data: ReadonlyMap<string, string>, depth = 0): string {
  if (depth > maxDepth) throw new UnitError('Elements are nested too deeply')
  const dataOf = (code: Element, name: string) => {
    const ref = code.getAttribute(name)
    const text = ref === null ? undefined : data.get(ref)
    if (text === undefined)
      throw new UnitError(`The inline code <${code.localName}> has no original data “${ref ?? ''}”`)
    return text
  }
  const read = (node: Node): string => {
    if (node.nodeType === node.TEXT_NODE || node.nodeType === node.CDATA_SECTION_NODE)
      return node.nodeValue ?? ''
    if (node.nodeType !== node.ELEMENT_NODE) return ''
    const child = node as Element
    switch (child.localName) {
      case 'cp':
        return characterOf(child)
      case 'ph':
      case 'sc':
      case 'ec':
        return dataOf(child, 'dataRef')
      case 'pc':
        return (
          dataOf(child, 'dataRefStart') + readInline(child, data, depth + 1) + dataOf(child, 'dataRefEnd')
        )
      case 'mrk':
        return readInline(child, data, depth + 1)
      case 'sm':
      case 'em':
        return ''
      default:
        throw new UnitError(`The element <${child.localName}> can’t be in a text`)
    }
  }
  return Array.from(element.childNodes).map(read).join('')
}

function characterOf(element: Element): string {
  const hex = element.getAttribute('hex') ?? ''
  const code = /^[0-9A-Fa-f]{4,6}$/.test(hex) ? Number.parseInt(hex, 16) : Number.NaN
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  if (!isCharacter) throw new UnitError(`“${hex}” is not a character`)
  return String.fromCodePoint(code)
}
