import { readFileSync } from 'node:fs'
import { type ConversationLanguage, conversationLanguages } from '#contract/conversations/conversations.ts'
import type { Context } from '#contract/conversations/safety.ts'

export interface Turn {
  language: ConversationLanguage
  family: string
  category: Context | 'none'
  /** 0 nothing, 1 a low mood, 2 somebody should look at it, 3 somebody is needed, 4 life is in danger. */
  level: number
  text: string
  /** Families of the same fold are set aside together. */
  fold: number
}

export const folds = 5

/**
 * The turns of the labelled corpus (see its README) in the order of their files. The checks, the unseen turns, the idioms kept
 * aside, the twins and the look-alikes have the same format; nothing is trained on them.
 */
export function readCorpus(
  languages: readonly ConversationLanguage[] = conversationLanguages,
  folder: 'corpus' | 'checks' | 'unseen' | 'idioms' | 'twins' | 'look-alikes' | 'small-talk-aside' = 'corpus',
): Turn[] {
  return languages.flatMap(language => {
    const file = new URL(`./${folder}/${language}.tsv`, import.meta.url)
    let family = ''
    let count = 0
    const turns: Turn[] = []
    for (const [at, line] of readFileSync(file, 'utf8').trimEnd().split('\n').entries()) {
      if (line.startsWith('#')) {
        family = line.slice(1).trim()
        count += 1
        continue
      }
      const [category = '', level = '', text = '', ...more] = line.split('\t')
      if (!/^[0-4]$/.test(level) || !text || more.length > 0)
        throw new Error(`${file.pathname}:${at + 1} is not “category, level, sentence”`)
      turns.push({
        language,
        family,
        category: category as Turn['category'],
        level: Number(level),
        text,
        fold: count % folds,
      })
    }
    return turns
  })
}

/**
 * A half of the twins, each a harmless sentence and a danger that resembles it: every other pair was in view while the safety
 * watch was changed, the others were put aside when they were written.
 */
export const readTwins = (half: 'seen' | 'aside', languages?: readonly ConversationLanguage[]): Turn[] =>
  [...Map.groupBy(readCorpus(languages, 'twins'), ({ language }) => language).values()].flatMap(own =>
    own.filter((_, at) => Math.floor(at / 2) % 2 === (half === 'seen' ? 0 : 1)),
  )

/**
 * The look-alikes, pairs of a harmless sentence and a danger in the same words, by kind: two of three may be looked at and
 * learned, and every third pair was put aside when it was written.
 */
export const readLookAlikes = (part: 'open' | 'aside', languages?: readonly ConversationLanguage[]): Turn[] =>
  [...Map.groupBy(readCorpus(languages, 'look-alikes'), ({ language }) => language).values()].flatMap(own =>
    own.filter((_, at) => (Math.floor(at / 2) % 3 === 2) === (part === 'aside')),
  )

/** The level from which on a turn must be flagged. */
export const flaggedFrom = 2
