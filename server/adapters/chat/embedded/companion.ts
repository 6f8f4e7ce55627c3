import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import type { Answered, Chat, ChatRequest, Dialogue } from '../chat.ts'
import { arabic } from './phrases/ar.ts'
import { german } from './phrases/de.ts'
import { english } from './phrases/en.ts'
import { spanish } from './phrases/es.ts'
import { french } from './phrases/fr.ts'
import { japanese } from './phrases/ja.ts'
import type { Phrases } from './phrases/phrases.ts'
import { helpReply } from './protocol/reply.ts'

const languages: Record<ConversationLanguage, Phrases> = {
  en: english,
  es: spanish,
  fr: french,
  ja: japanese,
  de: german,
  ar: arabic,
}

/** A fact from an earlier conversation is brought up after this many turns, and again at the same interval. */
const remembersEvery = 3

/** Takes phrases in their order, and counts how many of each kind were taken. */
function picker(dialogue: Dialogue) {
  const taken: Record<string, number> = { ...dialogue }
  const count = (kind: string) => {
    const before = taken[kind] ?? 0
    taken[kind] = before + 1
    return before
  }
  return {
    taken,
    count,
    pick: (kind: string, phrases: readonly string[]) => phrases[count(kind) % phrases.length] as string,
  }
}

/** Joins sentences as the language does: Japanese has no space between them. */
const sentences = (language: ConversationLanguage, ...parts: string[]) =>
  parts.filter(Boolean).join(language === 'ja' ? '' : ' ')

/** The words that open a conversation; people with known facts get a different opening. */
export function opening(
  { task, language }: Pick<ChatRequest, 'task' | 'language'>,
  isKnown: boolean,
): string {
  const [first = '', again = first] = languages[language].openings[task]
  return isKnown ? again : first
}

/** What the companion says, and where that leaves it. The same request is always answered alike. */
export function respond(request: Omit<ChatRequest, 'signal' | 'model'>): {
  text: string
  dialogue: Dialogue
} {
  const { task, language, turns, emotion, help, stated, asked, known } = request
  const phrases = languages[language]
  const { pick, count, taken } = picker(request.dialogue)
  const lastTurn = turns.at(-1)?.content ?? ''
  const done = (...parts: string[]) => ({ text: sentences(language, ...parts), dialogue: taken })
  const withFact = (kind: 'kept' | 'recalled' | 'remembered', fact: string) =>
    pick(kind, phrases[kind]).replace('{fact}', () => fact)

  function question(): string {
    const own = phrases.questions[task]
    const asked = taken.question ?? 0
    return asked < own.length ? pick('question', own) : pick('further', phrases.further)
  }

  if (help) return done(helpReply(language, help, count(`help ${help.context}`)))
  const turn = count('turns')
  if (asked) return done(withFact('recalled', asked), question())
  if (asked === null) return done(pick('unknown', phrases.unknown), question())
  if (phrases.asks.identity.test(lastTurn)) return done(pick('identity', phrases.identity), question())
  if (phrases.asks.limits.test(lastTurn)) return done(pick('limits', phrases.limits), question())
  if (phrases.asks.farewell.test(lastTurn)) return done(pick('farewell', phrases.farewell))
  const [fact] = stated
  if (fact) return done(withFact('kept', fact), question())
  if (phrases.asks.thanks.test(lastTurn)) return done(pick('thanks', phrases.thanks), question())
  const heard = pick(`heard ${emotion}`, phrases.heard[emotion])
  const remembered = turn % remembersEvery === remembersEvery - 1 ? known[taken.remembered ?? 0] : undefined
  return done(heard, remembered ? withFact('remembered', remembered) : '', question())
}

export const name = 'built-in companion'

/** Words with the spaces behind them; of Japanese, pieces of a few signs. */
const pieces = (text: string) => text.match(/[぀-ヿ一-鿿]{1,3}|\S+\s*|\s+/gu) ?? []

/** A deterministic companion without a model: it asks after the task, remembers, and lets help be called first. */
export const companion: Chat = {
  name,
  embedded: true,
  async *answer({ signal, ...request }): AsyncGenerator<string, Answered> {
    const { text, dialogue } = respond(request)
    for (const piece of pieces(text)) {
      signal.throwIfAborted()
      yield piece
    }
    return { model: name, tokens: null, dialogue }
  },
}
