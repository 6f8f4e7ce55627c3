import type { FindText } from '#contract/labels.ts'
import type { Language } from '#contract/language.ts'
import englishCommon from '#locales/en/common.json' with { type: 'json' }
import englishResources from '#locales/en/resources.json' with { type: 'json' }
import spanishCommon from '#locales/es/common.json' with { type: 'json' }
import spanishResources from '#locales/es/resources.json' with { type: 'json' }

const files: Record<Language, Record<string, unknown>> = {
  en: { common: englishCommon, resources: englishResources },
  es: { common: spanishCommon, resources: spanishResources },
}

/** The console's texts of resources in a language, for what the server writes for people. */
export function findTextIn(language: Language): FindText {
  const textAt = (key: string): string | undefined => {
    const [path = '', file = 'resources'] = key.split(':').reverse()
    let found: unknown = files[language][file]
    for (const part of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[part]
    return typeof found === 'string' ? found : undefined
  }
  return keys => keys.map(textAt).find(text => text !== undefined)
}
