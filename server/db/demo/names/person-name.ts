import type { Random } from '../random.ts'
import { type Culture, cultures, type NameBank, type Spelled } from './cultures.ts'

export type Gender = 'woman' | 'man'
export interface FamilyName {
  culture: Culture
  name: Spelled
}
export interface PersonName {
  /** As the person writes it. */
  full: string
  /** What friends say. */
  givenName: string
  /** In small Latin letters, without marks: `given.family`. */
  latin: string
}

const latinOf = ([name, latin]: Spelled) => latin ?? name

/** Small ASCII letters, and dashes for what stood between words. */
export const ascii = (text: string) =>
  text
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

export const familyName = (random: Random, culture: Culture): FamilyName => ({
  culture,
  name: random.pick<Spelled>(cultures[culture].families),
})

export function personName(
  random: Random,
  { culture, name: family }: FamilyName,
  gender: Gender,
): PersonName {
  const bank: NameBank = cultures[culture]
  const givenNames = random.pick(gender === 'woman' ? bank.women : bank.men)
  const full = {
    'given family': `${givenNames[0]} ${family[0]}`,
    'family given': `${family[0]} ${givenNames[0]}`,
    familygiven: `${family[0]}${givenNames[0]}`,
  }[bank.order]
  return { full, givenName: givenNames[0], latin: `${ascii(latinOf(givenNames))}.${ascii(latinOf(family))}` }
}
