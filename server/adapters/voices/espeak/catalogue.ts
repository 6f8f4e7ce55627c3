import type { Limit, Voice } from '#contract/conversations/speech.ts'
import type { VoiceLanguageCode } from '#contract/conversations/voice-languages.ts'

/** espeak-ng voice files with the variety they speak; a language's default comes first. */
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

/** Timbres offered for the default variety: the most distinct ones of espeak-ng. */
const timbres = { f2: 'female', f5: 'soft female', m2: 'male', m7: 'deep male' }

const limits: Partial<Record<VoiceLanguageCode, Limit>> = { ja: 'common_kanji', th: 'partly_intelligible' }

/** Prefix of espeak-ng voice ids. */
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

/** Voices by language; the default comes first. */
export const catalogue = Object.fromEntries(
  languages.map(language => [language, voicesOf(language)]),
) as Record<VoiceLanguageCode, Voice[]>
