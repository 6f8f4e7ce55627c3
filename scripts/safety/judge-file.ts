import { readFileSync } from 'node:fs'
import { type ConversationLanguage, conversationLanguages } from '#contract/conversations.ts'
import { assess } from '#server/modules/safety-watch/assess.ts'

/** The risk from which on a turn is flagged, unless the workspace has set another. */
const flagged = 0.4
/** The risk from which on somebody is alerted. */
const alerted = 0.6

export interface Judgement {
  language: ConversationLanguage
  text: string
  risk: number
  flags: ('incident' | 'alert')[]
  categories: string[]
  sentiment: number
  emotion: string
}

const isLanguage = (code: string): code is ConversationLanguage =>
  (conversationLanguages as readonly string[]).includes(code)

/**
 * Judges the texts of a file, one a line: language and text, separated by a tab. A first line of names is left out, as are
 * empty lines. @throws Error that names the line, where a language is not one of the conversations'
 */
export function* judgeFile(path: string): Generator<Judgement> {
  const lines = readFileSync(path, 'utf8').split(/\r?\n/)
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || (at === 0 && /^language\t/i.test(line))) continue
    const [language = '', ...rest] = line.split('\t')
    if (!isLanguage(language))
      throw new Error(`Line ${at + 1}: the language must be one of ${conversationLanguages.join(', ')}`)
    const text = rest.join('\t')
    const { risk, categories, sentiment, emotion } = assess(text, language)
    const flags = [
      ...(risk >= flagged ? ['incident' as const] : []),
      ...(risk >= alerted ? ['alert' as const] : []),
    ]
    yield { language, text, risk, flags, categories, sentiment, emotion }
  }
}
