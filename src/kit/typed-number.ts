/** The number that somebody typed, with a decimal point or, as many write it, a comma; NaN where it is none. */
export const typedNumber = (text: string): number => Number(text.trim().replace(',', '.'))
