import type { Limit, Voice } from '#contract/conversations/speech.ts'
import type { VoiceLanguageCode } from '#contract/conversations/voice-languages.ts'

/** The files that espeak-ng has of its voices, and the variety that each speaks; a language's usual one first. */
const varieties: Record<VoiceLanguageCode, Record<string, string>> = {
  en: {
    'en-US': 'American',
    en: 'British',
    'en-GB-scotland': 'Scottish',
    'en-029': 'Caribbean',
  },
  es: { es: 'European', 'es-419': 'Latin American' },
  fr: { fr: 'Metropolitan' },
  de: { de: 'Standard' },
  it: { it: 'Standard' },
  pt: { 'pt-BR': 'Brazilian', pt: 'European' },
  pl: { pl: 'Standard' },
  tr: { tr: 'Istanbul' },
  ru: { ru: 'Standard' },
  nl: { nl: 'Standard' },
  cs: { cs: 'Standard' },
  ar: { ar: 'Modern Standard' },
  zh: { cmn: 'Mandarin' },
  ja: { ja: 'Standard' },
  ko: { ko: 'Seoul' },
  hi: { hi: 'Standard' },
  sv: { sv: 'Standard' },
  da: { da: 'Standard' },
  fi: { fi: 'Standard' },
  el: { el: 'Modern' },
  id: { id: 'Standard' },
  uk: { uk: 'Standard' },
  no: { nb: 'Bokmål' },
  hu: { hu: 'Standard' },
  vi: { vi: 'Northern', 'vi-VN-x-central': 'Central', 'vi-VN-x-south': 'Southern' },
  th: { th: 'Central' },
}

/** The timbres in which the usual variety speaks as well: those of espeak-ng's that differ most in every language. */
const timbres = { f2: 'female', f5: 'soft female', m2: 'male', m7: 'deep male' }

const limits: Partial<Record<VoiceLanguageCode, Limit>> = { ja: 'common_kanji', th: 'partly_intelligible' }

/** Before the name that espeak-ng has for a voice: tells its voices from those of others. */
export const prefix = 'espeak:'

function voicesOf(language: VoiceLanguageCode): Voice[] {
  const rest = { category: 'synthetic', limit: limits[language] ?? null }
  const [usual, ...others] = Object.entries(varieties[language]) as [[string, string], ...[string, string][]]
  const [id, variety] = usual
  return [
    { voice_id: `${prefix}${id}`, name: variety, ...rest },
    ...Object.entries(timbres).map(([timbre, label]) => ({
      voice_id: `${prefix}${id}+${timbre}`,
      name: `${variety}, ${label}`,
      ...rest,
    })),
    ...others.map(([id, variety]) => ({ voice_id: `${prefix}${id}`, name: variety, ...rest })),
  ]
}

export const languages = Object.keys(varieties) as VoiceLanguageCode[]

/** The voices of each language, the usual one first. */
export const catalogue = Object.fromEntries(
  languages.map(language => [language, voicesOf(language)]),
) as Record<VoiceLanguageCode, Voice[]>
