/**
 * Invisible operators of Unicode (U+2061–U+2064), which no text of ours may hold: four digits, of which seven number
 * the key of the text that they end.
 */
const zero = 0x2061
const digits = 7
const mark = /[\u2061-\u2064]{7}/g

const numbers = new Map<string, number>()
const keys: string[] = []

/** What is put behind a text so that it can be found back to its key, `<namespace>:<key>`. */
export function markOf(key: string): string {
  const number = numbers.get(key) ?? keys.push(key) - 1
  numbers.set(key, number)
  return number
    .toString(4)
    .padStart(digits, '0')
    .replaceAll(/./g, digit => String.fromCharCode(zero + Number(digit)))
}

/** The keys of the texts that a string was put together from. */
export const keysIn = (text: string): string[] =>
  [...text.matchAll(mark)].flatMap(([found]) => {
    const number = Number.parseInt([...found].map(sign => sign.charCodeAt(0) - zero).join(''), 4)
    return keys[number] ?? []
  })

/** A text as people see it. */
export const unmarked = (text: string): string => text.replaceAll(/[\u2061-\u2064]/g, '')
