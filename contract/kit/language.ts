/** Languages of the interface; each has a folder in `locales/`. */
export const languages = ['en', 'es', 'fr', 'de', 'ja', 'ar'] as const
export type Language = (typeof languages)[number]
