import { DAY } from './conditions.ts'
import { filling, type Row } from './copy.ts'
import { uuidv7 } from './random.ts'
import type { World } from './world.ts'

interface Translations {
  /** The first is preferred. */
  allowed: readonly string[]
  forbidden?: string
}

/** Terms of the console as its texts translate them. */
const terms: Record<string, Record<'es' | 'fr' | 'de' | 'ja' | 'ar', Translations>> = {
  device: {
    es: { allowed: ['dispositivo'], forbidden: 'aparato' },
    fr: { allowed: ['appareil'], forbidden: 'dispositif' },
    de: { allowed: ['Gerät'], forbidden: 'Apparat' },
    ja: { allowed: ['デバイス', '端末', '機器'] },
    ar: { allowed: ['جهاز', 'أجهزة'] },
  },
  'success rate': {
    es: { allowed: ['tasa de éxito'], forbidden: 'ratio de éxito' },
    fr: { allowed: ['taux de réussite'], forbidden: 'taux de succès' },
    de: { allowed: ['Erfolgsquote'], forbidden: 'Erfolgsrate' },
    ja: { allowed: ['成功率'] },
    ar: { allowed: ['معدل النجاح', 'نسبة النجاح'] },
  },
  subscription: {
    es: { allowed: ['suscripción'], forbidden: 'subscripción' },
    fr: { allowed: ['abonnement'], forbidden: 'souscription' },
    de: { allowed: ['Abonnement', 'Abo'] },
    ja: { allowed: ['サブスクリプション', '契約'] },
    ar: { allowed: ['اشتراك'] },
  },
}

/** The glossary of the translators. */
export const glossaryTermRows = filling(
  'glossary_terms',
  ['id', 'term', 'language', 'allowed', 'forbidden', 'created_at', 'updated_at'],
  function* (world: World): Generator<Row> {
    const draws = world.random.fork('glossary-terms')
    for (const [term, languages] of Object.entries(terms))
      for (const [language, { allowed, forbidden }] of Object.entries(languages)) {
        const since = world.now - 60 * DAY + Math.floor(draws.next() * 30 * DAY)
        const at = new Date(since)
        yield [uuidv7(since, draws), term, language, allowed.join('\n'), forbidden ?? null, at, at]
      }
  },
)
