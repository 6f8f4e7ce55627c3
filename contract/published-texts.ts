// Free of zod: every screen asks for published texts before it is shown.

/** What live changes call the texts that readers see: anybody who is signed in is told that they changed. */
export const publishedTexts = 'published_texts'

/** Published texts of a language by namespace and i18next key. */
export type PublishedTexts = Record<string, Record<string, string>>

/** Where the published texts of a language are read. */
export const publishedPath = '/api/translations/published/{language}'
