export const languages = ['en', 'es', 'fr', 'de', 'ja', 'ar'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (code: string): code is Language => languages.some(language => language === code)
