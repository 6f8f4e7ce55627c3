// Must not import zod: screens load this module without it.

/**
 * Available width in columns: a Latin letter is one, a full-width character two. At 390 px, the narrowest supported
 * screen, a line of body text holds 50 and a button 40 plus padding and icon. Multi-line texts may wrap to eight
 * lines before they push the actions out of view.
 */
const room = { button: 40, line: 50, lines: 400 } as const

/** Texts that people act on in an emergency: namespace, key prefix and available columns. */
const protectedKeys: readonly [namespace: string, keys: RegExp, columns: number][] = [
  ['emergency', /^(open|cancel|save|update|remove|test)$/, room.button],
  ['emergency', /^(actions\.|help\.cancel$|banner\.clear$)/, room.button],
  ['emergency', /\.(submit|add|edit|takeOver)$/, room.button],
  ['emergency', /(^|\.)(title|states\.\w+|types\.\w+)$/, room.line],
  ['emergency', /./, room.lines],
  ['safety', /^(columns|escalation|counted|parts)\./, room.line],
  ['safety', /./, room.lines],
  ['messages', /^(alarm\.(title|needsHelp)$|call\.)/, room.lines],
  ['common', /^offline\./, room.lines],
  ['resources', /^(alerts|ladders|contacts|emergency-services)\./, room.lines],
]

/** Whether a text is a list of words that the console looks for in what people type. */
export const isPatternText = (namespace: string, key: string): boolean =>
  namespace === 'phrases' || (namespace === 'palette' && key.startsWith('synonyms.'))

/**
 * The width limit, in columns, of an emergency or safety text; null for other texts. Protected texts need approval by a
 * second person.
 */
export const protectedColumns = (namespace: string, key: string): number | null =>
  protectedKeys.find(([name, keys]) => name === namespace && keys.test(key))?.[2] ?? null
