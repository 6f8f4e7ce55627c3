/**
 * Invisible Unicode operators (U+2061–U+2064) as base-4 digits; seven of them encode the number of a text key. Texts
 * must not contain them.
 */
const zero = 0x2061
const digits = 7
const mark = /[\u2061-\u2064]{7}/g

const numbers = new Map<string, number>()
const keys: string[] = []

/** The invisible marker for a text key, `<namespace>:<key>`. */
export function markOf(key: string): string {
  const number = numbers.get(key) ?? keys.push(key) - 1
  numbers.set(key, number)
  return number
    .toString(4)
    .padStart(digits, '0')
    .replaceAll(/./g, digit => String.fromCharCode(zero + Number(digit)))
}

/** The text keys marked in a string. */
export const keysIn = (text: string): string[] =>
  [...text.matchAll(mark)].flatMap(([match]) => {
    const number = Number.parseInt([...match].map(sign => sign.charCodeAt(0) - zero).join(''), 4)
    return keys[number] ?? []
  })

/** The string without markers. */
export const unmarked = (text: string): string => text.replaceAll(/[\u2061-\u2064]/g, '')

/** Session storage key: translate mode is on in this tab. */
export const translateModeKey = 'translate-mode'
