import { describe, expect, test } from 'vitest'
import { languages } from '#contract/kit/language.ts'
import { mainForm } from '#contract/localisation/text-memory.ts'
import { bundledTexts } from '#server/modules/localisation/translations/bundled.ts'
import { likelyOtherLanguage } from '#server/modules/localisation/translations/proposals/likely-language.ts'

const sentences = {
  en: 'The nurse visits her patients every morning before breakfast.',
  es: 'La enfermera visita a sus pacientes todas las mañanas antes del desayuno.',
  fr: 'L’infirmière rend visite à ses patients tous les matins avant le petit-déjeuner.',
  de: 'Die Krankenschwester besucht ihre Patienten jeden Morgen vor dem Frühstück.',
  ja: '看護師は毎朝、朝食の前に患者を訪問します。',
  ar: 'تزور الممرضة مرضاها كل صباح قبل الإفطار.',
}

describe('the likely language of a translation', () => {
  test.for(languages.flatMap(is => languages.map(expected => [is, expected] as const)))(
    '%s is told from %s',
    ([is, expected]) => {
      expect(likelyOtherLanguage(sentences[is], expected)).toBe(is === expected ? null : is)
    },
  )

  test('is as expected for what cannot be told', () => {
    for (const text of ['', '{{count}}', 'OK', 'Voicedeck', 'Name', '<0>{{name}}</0>', '12:00'])
      for (const language of languages) expect(likelyOtherLanguage(text, language), text).toBeNull()
  })

  test('is rarely wrong about the texts of the release', () => {
    for (const language of languages) {
      const texts = [...bundledTexts()[language].values()].map(mainForm)
      const wrong = texts.filter(text => likelyOtherLanguage(text, language))
      expect(wrong.length / texts.length, `${language}: ${wrong.slice(0, 5).join(' · ')}`).toBeLessThan(0.002)
    }
  })
})
