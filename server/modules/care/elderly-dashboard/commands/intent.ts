import type { VoiceIntent } from '#contract/care/elderly-dashboard.ts'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { arabic } from './ar.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { japanese } from './ja.ts'
import { type Commands, order } from './phrases.ts'

const languages: Record<ConversationLanguage, Commands> = {
  en: english,
  ja: japanese,
  es: spanish,
  fr: french,
  de: german,
  ar: arabic,
}

/** Lower case, without accents, with straight apostrophes; Japanese is only normalized to NFKC. */
const plain = (text: string, language: ConversationLanguage) =>
  language === 'ja'
    ? text.normalize('NFKC')
    : text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replaceAll('’', "'")
        .replaceAll('œ', 'oe')
        .toLowerCase()
        .trim()

/** The intent of a text; `talk` if no command matches. */
export function intentOf(text: string, language: ConversationLanguage): VoiceIntent {
  const normalized = plain(text, language)
  return order.find(intent => languages[language].patterns[intent].test(normalized)) ?? 'talk'
}

export const saysIn = (language: ConversationLanguage): Commands['says'] => languages[language].says
