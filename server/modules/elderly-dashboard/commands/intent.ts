import type { ConversationLanguage } from '#contract/conversations.ts'
import type { VoiceIntent } from '#contract/elderly-dashboard.ts'
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

/** In lower case, without accents, and with one kind of apostrophe; Japanese as it is. */
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

/** What somebody asks for by what they say; `talk` where it is nothing of its own. */
export function intentOf(text: string, language: ConversationLanguage): VoiceIntent {
  const said = plain(text, language)
  return order.find(intent => languages[language].patterns[intent].test(said)) ?? 'talk'
}

/** How commands are answered in a language. */
export const saysIn = (language: ConversationLanguage): Commands['says'] => languages[language].says
