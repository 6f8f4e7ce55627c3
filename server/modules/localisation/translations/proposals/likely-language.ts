import { type Language, languages } from '#contract/kit/language.ts'
import { withoutCodes } from '#contract/localisation/text-forms.ts'
import { mainForm } from '#contract/localisation/text-memory.ts'
import { bundledTexts } from '../bundled.ts'

/** Frequency of sequences of three characters. */
interface Profile {
  counts: ReadonlyMap<string, number>
  total: number
}

const sequencesOf = (text: string): string[] => {
  const letters = withoutCodes(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()
  if (letters === '') return []
  const characters = [...` ${letters} `]
  return characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`)
}

let profiles: Record<Language, Profile> | undefined

/** What the languages look like, by the texts of the release. */
function profilesOfRelease(): Record<Language, Profile> {
  profiles ??= Object.fromEntries(
    languages.map((language): [Language, Profile] => {
      const counts = new Map<string, number>()
      let total = 0
      for (const forms of bundledTexts()[language].values())
        for (const sequence of sequencesOf(mainForm(forms))) {
          counts.set(sequence, (counts.get(sequence) ?? 0) + 1)
          total += 1
        }
      return [language, { counts, total }]
    }),
  ) as Record<Language, Profile>
  return profiles
}

/** How many times more likely another language must be, as a natural logarithm. */
const minEvidence = 12

/** A name or a sign, which all languages share: a single word in Latin letters, or nothing but codes. */
const isName = (text: string) =>
  /^[\s\p{P}\p{N}]*[\p{Script=Latin}\p{M}]*[\s\p{P}\p{N}]*$/u.test(withoutCodes(text))

/**
 * The language of the console that a text seems to be in, if that is clearly another than the expected one; null
 * otherwise, as for names, short texts and languages that the console does not have.
 */
export function likelyOtherLanguage(text: string, expected: Language): Language | null {
  if (isName(text)) return null
  const sequences = sequencesOf(text)
  const likelihoodOf = (language: Language) => {
    const { counts, total } = profilesOfRelease()[language]
    return sequences.reduce(
      (sum, sequence) => sum + Math.log(((counts.get(sequence) ?? 0) + 0.1) / (total + 1)),
      0,
    )
  }
  const own = likelihoodOf(expected)
  const ranked = languages
    .map(language => ({ language, evidence: likelihoodOf(language) - own }))
    .sort((one, other) => other.evidence - one.evidence)
  const [best] = ranked
  return best && best.evidence > minEvidence ? best.language : null
}
