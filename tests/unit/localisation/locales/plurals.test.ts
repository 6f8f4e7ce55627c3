import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { languages } from '#contract/kit/language.ts'

/**
 * The samples of each plural category, whole numbers before decimal ones, as CLDR gives them in plurals.xml (here from
 * unicode-org/cldr-json, cldr-core/supplemental/plurals.json at d4c36e1; Unicode License v3); `~` is a range. Left out are
 * compact forms such as `1c6`, which no text counts by.
 */
const samples = {
  en: {
    one: '1',
    other: '0, 2~16, 100, 1000, 10000, 100000, 1000000, 0.0~1.5, 10.0, 100.0, 1000.0',
  },
  es: {
    one: '1',
    many: '1000000',
    other: '0, 2~16, 100, 1000, 10000, 100000, 0.0~0.9, 1.1~1.6, 10.0, 100.0, 1000.0',
  },
  fr: {
    one: '0, 1, 0.0~1.5',
    many: '1000000',
    other: '2~17, 100, 1000, 10000, 100000, 2.0~3.5, 10.0, 100.0, 1000.0',
  },
  de: {
    one: '1',
    other: '0, 2~16, 100, 1000, 10000, 100000, 1000000, 0.0~1.5, 10.0, 100.0, 1000.0',
  },
  ja: { other: '0~15, 100, 1000, 10000, 100000, 1000000, 0.0~1.5, 10.0, 100.0, 1000.0' },
  ar: {
    zero: '0',
    one: '1',
    two: '2',
    few: '3~10, 103~110, 1003',
    many: '11~26, 111, 1011',
    other: '100~102, 200~202, 300~302, 400~402, 500~502, 600, 1000, 10000, 100000, 1000000, 0.1~0.9, 1.1~1.7',
  },
} as const satisfies Record<(typeof languages)[number], Partial<Record<Intl.LDMLPluralRule, string>>>

/** `3~10` → 3, 4, … 10; `0.1~0.3` → 0.1, 0.2, 0.3. What is written with decimals that are zero keeps them. */
function numbersOf(sample: string): string[] {
  return sample.split(', ').flatMap(part => {
    const [from = '', to = from] = part.split('~')
    const decimals = from.split('.')[1]?.length ?? 0
    const step = 10 ** -decimals
    const count = Math.round((Number(to) - Number(from)) / step) + 1
    return Array.from({ length: count }, (_, at) => (Number(from) + at * step).toFixed(decimals))
  })
}

/** Numbers that a text is given: 1.0 is 1 to i18next, so only those that differ from every whole number are kept. */
const given = (sample: string) =>
  numbersOf(sample).filter(number => !number.includes('.') || !Number.isInteger(Number(number)))

describe.each(languages)('%s', language => {
  const rules = samples[language] as Partial<Record<Intl.LDMLPluralRule, string>>

  it('has the categories of CLDR', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    expect([...pluralCategories].sort()).toEqual(Object.keys(rules).sort())
  })

  it.each(Object.entries(rules))(
    'selects %s for the numbers that CLDR lists for it',
    async (category, sample) => {
      // Only what the language has: of none, i18next says `_zero` in every language that has it.
      const texts = Object.fromEntries(Object.keys(rules).map(name => [`thing_${name}`, name]))
      const i18n = createInstance({ lng: language, resources: { [language]: { translation: texts } } })
      await i18n.init()
      const said = given(sample).map(number => [
        number,
        i18n.t('thing' as never, { count: Number(number) } as never),
      ])
      expect(said).toEqual(given(sample).map(number => [number, category]))
    },
  )
})
