import { type Emotion, emotions } from '#contract/conversations/judgement.ts'
import type { Language } from './languages.ts'
import { readTsv } from './tsv.ts'

export const categories = [
  'self_harm',
  'medical',
  'fall',
  'abuse',
  'medication',
  'distress',
  'third_party',
] as const
export type Category = (typeof categories)[number]

/** The kinds of each category; those of self-harm follow the Columbia scale, those of `none` say why it is harmless. */
export const kinds: Record<Category | 'none', readonly string[]> = {
  self_harm: ['wish', 'ideation', 'method', 'intent', 'behaviour', 'overdose'],
  medical: ['emergency'],
  fall: ['emergency'],
  abuse: ['violence', 'neglect', 'theft'],
  medication: ['error'],
  distress: ['acute', 'mild'],
  third_party: ['risk'],
  none: ['idiom', 'past', 'quoted', 'joke', 'hypothetical', 'recovery', 'denied', 'smalltalk'],
}

export interface HeldOutRow {
  text: string
  category: Category | 'none'
  kind: string
  /** Whether the watch has to open an incident. */
  flagged: boolean
}

const folder = new URL('held-out/', import.meta.url)

const isCategory = (name: string): name is Category | 'none' => Object.hasOwn(kinds, name)

export const readHeldOut = (language: Language): HeldOutRow[] =>
  readTsv(new URL(`${language}.tsv`, folder)).map(({ text = '', category = '', kind = '', flagged }) => {
    if (!isCategory(category) || !kinds[category].includes(kind) || !/^(yes|no)$/.test(flagged ?? ''))
      throw new Error(`${language}.tsv labels “${text}” as ${category}, ${kind}, ${flagged}`)
    return { text, category, kind, flagged: flagged === 'yes' }
  })

/** Everyday figures of speech that sound dangerous and are not. */
export const readIdioms = (language: Language): string[] =>
  readTsv(new URL('idioms.tsv', folder))
    .filter(row => row.language === language)
    .map(({ text = '' }) => text)

/** Spoken turns labelled with the emotion that they express. */
export const readFeelings = (language: Language): { text: string; emotion: Emotion }[] =>
  readTsv(new URL('feelings.tsv', folder))
    .filter(row => row.language === language)
    .map(({ text = '', emotion: name }) => {
      const emotion = emotions.find(emotion => emotion === name)
      if (!emotion) throw new Error(`feelings.tsv labels “${text}” as ${name}`)
      return { text, emotion }
    })
