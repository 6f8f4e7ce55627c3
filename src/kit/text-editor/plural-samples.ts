import type { FormName } from '#contract/localisation/text-forms.ts'

/** Covers every plural category of the supported languages. */
const numbers = [...Array(111).keys(), 1_000, 1_000_000]

/** The first numbers in a plural category, by CLDR rules. */
export function samplesOf(language: string, form: FormName, limit = 4): number[] {
  const rules = new Intl.PluralRules(language)
  return numbers.filter(number => rules.select(number) === form).slice(0, limit)
}
