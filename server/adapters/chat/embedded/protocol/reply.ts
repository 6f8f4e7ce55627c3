import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import type { Context } from '#contract/conversations/safety.ts'
import type { Help } from '../../chat.ts'
import { arabic } from './ar.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { helpLinesOf } from './help-lines.ts'
import { japanese } from './ja.ts'
import type { Protocol } from './protocol.ts'

const protocols: Record<ConversationLanguage, Protocol> = {
  en: english,
  es: spanish,
  fr: french,
  ja: japanese,
  de: german,
  ar: arabic,
}

/** The dangers in which a crisis line is named. */
const withLine: readonly Context[] = ['self_harm', 'distress', 'third_party']

/**
 * The reply to a turn that reports danger (docs/safety-protocol.md).
 * @param timesGiven how often it was given in this conversation
 */
export function helpReply(
  language: ConversationLanguage,
  { context, isAlerted, home }: Help,
  timesGiven: number,
): string {
  const { replies, line, emergency, informed } = protocols[language]
  const lines = helpLinesOf(home)
  const call = lines ? emergency.known.replace('{number}', lines.emergency) : emergency.unknown
  const turn = Math.min(timesGiven, 1) as 0 | 1
  const parts = [replies[context][turn].replaceAll('{emergency}', call)]
  if (lines?.crisis && withLine.includes(context))
    parts.push(
      line[lines.crisis.hours].replace('{name}', lines.crisis.name).replace('{number}', lines.crisis.number),
    )
  if (isAlerted) parts.push(informed[turn])
  return parts.join(language === 'ja' ? '' : ' ')
}
