/** Speech models by their product names. */
export const speechModels = ['eleven_multilingual_v2', 'flash_v2_5', 'eleven_v3'] as const
export type SpeechModel = (typeof speechModels)[number]

/** A language with voices. */
export interface VoiceLanguage {
  /** ISO 639-1. */
  code: string
  nativeName: string
  /** The variety of the default voice. */
  dialect: Dialect
  flag: string
  elevenLabsSupported: boolean
  recommendedModel: SpeechModel
  /** Preview text. */
  sample: string
}

type Row = readonly [code: string, nativeName: string, dialect: string, flag: string, sample: string]

const multilingual: SpeechModel = 'eleven_multilingual_v2'
const recommended: Record<string, SpeechModel> = {
  no: 'flash_v2_5',
  hu: 'flash_v2_5',
  vi: 'flash_v2_5',
  th: 'eleven_v3',
}

// biome-ignore format: aligned as a table
const rows = [
  ['en', 'English',          'American',         '🇺🇸', 'Hello! How are you feeling today?'],
  ['es', 'Español',          'European',         '🇪🇸', 'Hola, ¿cómo se encuentra usted hoy?'],
  ['fr', 'Français',         'Metropolitan',     '🇫🇷', 'Bonjour, comment allez-vous aujourd’hui ?'],
  ['de', 'Deutsch',          'Standard',         '🇩🇪', 'Guten Tag, wie geht es Ihnen heute?'],
  ['it', 'Italiano',         'Standard',         '🇮🇹', 'Buongiorno, come si sente oggi?'],
  ['pt', 'Português',        'Brazilian',        '🇧🇷', 'Olá, como você está se sentindo hoje?'],
  ['pl', 'Polski',           'Standard',         '🇵🇱', 'Dzień dobry, jak się pan dzisiaj czuje?'],
  ['tr', 'Türkçe',           'Istanbul',         '🇹🇷', 'Merhaba, bugün kendinizi nasıl hissediyorsunuz?'],
  ['ru', 'Русский',          'Standard',         '🇷🇺', 'Здравствуйте, как вы себя сегодня чувствуете?'],
  ['nl', 'Nederlands',       'Standard',         '🇳🇱', 'Goedendag, hoe voelt u zich vandaag?'],
  ['cs', 'Čeština',          'Standard',         '🇨🇿', 'Dobrý den, jak se dnes cítíte?'],
  ['ar', 'العربية',          'Modern Standard',  '🇸🇦', 'مرحبا، كيف تشعر اليوم؟'],
  ['zh', '中文',             'Mandarin',         '🇨🇳', '您好，您今天感觉怎么样？'],
  ['ja', '日本語',           'Standard',         '🇯🇵', 'こんにちは、今日はお元気ですか。'],
  ['ko', '한국어',           'Seoul',            '🇰🇷', '안녕하세요, 오늘 기분이 어떠세요?'],
  ['hi', 'हिन्दी',             'Standard',         '🇮🇳', 'नमस्ते, आज आप कैसा महसूस कर रहे हैं?'],
  ['sv', 'Svenska',          'Standard',         '🇸🇪', 'God dag, hur mår du i dag?'],
  ['da', 'Dansk',            'Standard',         '🇩🇰', 'Goddag, hvordan har du det i dag?'],
  ['fi', 'Suomi',            'Standard',         '🇫🇮', 'Hyvää päivää, miten voitte tänään?'],
  ['el', 'Ελληνικά',         'Modern',           '🇬🇷', 'Καλημέρα, πώς αισθάνεστε σήμερα;'],
  ['id', 'Bahasa Indonesia', 'Standard',         '🇮🇩', 'Selamat pagi, bagaimana perasaan Anda hari ini?'],
  ['uk', 'Українська',       'Standard',         '🇺🇦', 'Добрий день, як ви себе сьогодні почуваєте?'],
  ['no', 'Norsk',            'Bokmål',           '🇳🇴', 'God dag, hvordan har du det i dag?'],
  ['hu', 'Magyar',           'Standard',         '🇭🇺', 'Jó napot, hogy érzi magát ma?'],
  ['vi', 'Tiếng Việt',       'Northern',         '🇻🇳', 'Xin chào, hôm nay bác thấy trong người thế nào?'],
  ['th', 'ไทย',              'Central',          '🇹🇭', 'สวัสดีค่ะ วันนี้คุณรู้สึกอย่างไรบ้าง'],
] as const satisfies readonly Row[]

/** English name of a language variety. */
type Dialect = (typeof rows)[number][2]

/** ISO 639-1. */
export type VoiceLanguageCode = (typeof rows)[number][0]

/** Languages with voices, in display order. */
export const voiceLanguages: readonly (VoiceLanguage & { code: VoiceLanguageCode })[] = rows.map(
  ([code, nativeName, dialect, flag, sample]) => ({
    code,
    nativeName,
    dialect,
    flag,
    elevenLabsSupported: true,
    recommendedModel: recommended[code] ?? multilingual,
    sample,
  }),
)
