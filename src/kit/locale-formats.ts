import { dollarsIn, lazily, perLocale, useLocale } from './format.ts'

type Unit = 'megabyte' | 'percent' | 'second' | 'millisecond' | 'minute' | 'hour' | 'day' | 'week' | 'year'
type Display = 'short' | 'long'

/** The contract's units by their names in `Intl`. */
export const unitNames = { percent: 'percent', seconds: 'second', milliseconds: 'millisecond' } as const

/** Formatters for quantities, lists and languages, which fewer screens need than `format.ts`. */
export const localeFormats = perLocale(locale => {
  const conjunction = lazily(() => new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }))
  const disjunction = lazily(() => new Intl.ListFormat(locale, { type: 'disjunction' }))
  const languages = lazily(() => new Intl.DisplayNames(locale, { type: 'language' }))
  const price = lazily(() => dollarsIn(locale, { trailingZeroDisplay: 'stripIfInteger' }))
  const compactPrice = lazily(() => dollarsIn(locale, { notation: 'compact', maximumFractionDigits: 1 }))
  const measured = (unit: Unit, unitDisplay: Display) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })
  return {
    /** Prices: cents only where needed. */
    price: (value: number) => price()(value),
    /** Prices in compact notation: $1.2K. */
    compactPrice: (value: number) => compactPrice()(value),
    /** Amounts with fractions of a cent. */
    cost: (value: number) => dollarsIn(locale, { maximumFractionDigits: 6 })(value),
    /** Up to two decimals, and at least the given number. */
    decimal: (value: number, minimumFractionDigits = 0) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 2 }).format(value),
    /** Compact notation: 1.2M. */
    compact: (value: number) =>
      new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value),
    /** Sorts by name in the locale's collation. */
    byName: <Thing>(things: readonly Thing[], nameOf: (thing: Thing) => string): Thing[] => {
      const { compare } = new Intl.Collator(locale)
      return things.toSorted((one, other) => compare(nameOf(one), nameOf(other)))
    },
    /** With unit: 5 yrs, 5 years. */
    quantity: (value: number, unit: Unit, display: Display = 'short') =>
      measured(unit, display).format(value),
    /** Seconds in the largest unit up to days of which they are a whole number: 15 minutes, 90 seconds. */
    duration: (seconds: number) => {
      const [unit, length] =
        (
          [
            ['day', 86_400],
            ['hour', 3_600],
            ['minute', 60],
          ] as const
        ).find(([, length]) => seconds !== 0 && seconds % length === 0) ?? (['second', 1] as const)
      return measured(unit, 'long').format(seconds / length)
    },
    /** The unit symbol alone. */
    unit: (unit: Unit) =>
      measured(unit, 'short')
        .formatToParts(0)
        .find(({ type }) => type === 'unit' || type === 'percentSign')?.value ?? '',
    /** A conjunction list: “A, B, C”. */
    list: (items: readonly string[]) => conjunction().format(items),
    /** A disjunction list: “A, B or C”. */
    listOr: (items: readonly string[]) => disjunction().format(items),
    /** The name of a language by its BCP 47 tag. */
    language: (tag: string) => languages().of(tag) ?? tag,
  }
})

/** {@link localeFormats} the locale of the signed-in person. */
export function useLocaleFormats() {
  return localeFormats(useLocale())
}
