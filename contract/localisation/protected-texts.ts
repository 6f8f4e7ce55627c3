// Free of zod, so that a screen can ask without loading it.

/**
 * How much room a text has where it stands, in columns: a Latin letter is one, a full-width sign two. At 390 px, the
 * narrowest supported screen, a line of body text holds 50 and a button 40 beside its padding and icon. What is set in
 * lines of its own wraps, so it may fill eight of them before it pushes what can be done out of sight.
 */
const room = { button: 40, line: 50, lines: 400 } as const

/** Texts that somebody acts upon in an emergency: a namespace, the beginning of the keys, and the room that they have. */
const places: readonly [namespace: string, keys: RegExp, columns: number][] = [
  ['emergency', /^(open|cancel|save|update|remove|test)$/, room.button],
  ['emergency', /^(acts\.|help\.takeBack$|banner\.clear$)/, room.button],
  ['emergency', /\.(submit|add|edit|takeOver)$/, room.button],
  ['emergency', /(^|\.)(title|states\.\w+|types\.\w+)$/, room.line],
  ['emergency', /./, room.lines],
  ['safety', /^(columns|escalation|counted|parts)\./, room.line],
  ['safety', /./, room.lines],
  ['messages', /^(alarm\.(title|needsHelp)$|call\.)/, room.lines],
  ['common', /^offline\./, room.lines],
  ['resources', /^(alerts|ladders|contacts|emergency-services)\./, room.lines],
]

/**
 * The columns that a text of emergencies and safety may fill; null where the text is none of those. Such a text needs a
 * second person's approval.
 */
export const protectedColumns = (namespace: string, key: string): number | null =>
  places.find(([place, keys]) => place === namespace && keys.test(key))?.[2] ?? null
