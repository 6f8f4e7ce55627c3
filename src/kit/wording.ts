import { useMemo } from 'react'
import { dollarsIn, useLocale } from './format.ts'

type Unit = 'megabyte' | 'percent' | 'second' | 'millisecond' | 'minute' | 'hour' | 'day' | 'week'
type Display = 'short' | 'long'

/** The words of a locale for quantities, lists and languages: what fewer screens write than `format.ts` has. */
export function wordingIn(locale: string) {
  const conjunction = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' })
  const disjunction = new Intl.ListFormat(locale, { type: 'disjunction' })
  const languages = new Intl.DisplayNames(locale, { type: 'language' })
  const measured = (unit: Unit, unitDisplay: Display) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })
  return {
    /** Dollars in a list of prices: cents only where there are some. */
    price: dollarsIn(locale, { trailingZeroDisplay: 'stripIfInteger' }),
    /** Dollars of which parts of a cent matter. */
    cost: (value: number) => dollarsIn(locale, { maximumFractionDigits: 6 })(value),
    /** With up to two places, and as many as are asked for. */
    decimal: (value: number, minimumFractionDigits = 0) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 2 }).format(value),
    /** A large number in few signs: 1.2M. */
    roughly: (value: number) =>
      new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value),
    /** Things by their names, in the order of the alphabet of the language. */
    byName: <Thing>(things: readonly Thing[], nameOf: (thing: Thing) => string): Thing[] => {
      const { compare } = new Intl.Collator(locale)
      return things.toSorted((one, other) => compare(nameOf(one), nameOf(other)))
    },
    /** With its unit: 5 sec, 5 seconds. */
    quantity: (value: number, unit: Unit, display: Display = 'short') =>
      measured(unit, display).format(value),
    /** How a unit is written, by itself. */
    unit: (unit: Unit) =>
      measured(unit, 'short')
        .formatToParts(0)
        .find(({ type }) => type === 'unit' || type === 'percentSign')?.value ?? '',
    /** Several things in a row, as the language separates them. */
    list: (items: readonly string[]) => conjunction.format(items),
    /** Any one of several things. */
    either: (items: readonly string[]) => disjunction.format(items),
    /** The name of a language by its tag. */
    language: (tag: string) => languages.of(tag) ?? tag,
  }
}

/** {@link wordingIn} the locale of the signed-in person. */
export function useWording() {
  const locale = useLocale()
  return useMemo(() => wordingIn(locale), [locale])
}
