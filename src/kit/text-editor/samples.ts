import type { FormName } from '#contract/localisation/text-rules.ts'

/** Enough to meet every category that a language of ours tells apart. */
const numbers = [...Array(111).keys(), 1_000, 1_000_000]

/** The first numbers that take a plural form in a language, as CLDR says. */
export function samplesOf(language: string, form: FormName, most = 4): number[] {
  const rules = new Intl.PluralRules(language)
  return numbers.filter(number => rules.select(number) === form).slice(0, most)
}
