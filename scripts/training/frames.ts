import { readFileSync } from 'node:fs'
import { type ConversationLanguage, conversationLanguages } from '#contract/conversations/conversations.ts'
import { numbers } from './chance.ts'
import type { Turn } from './corpus.ts'

/** The most sentences that are made of one frame. */
const most = 20
const choices = /\(([^()]*)\)|\[([^[\]]*)\]/gu

export type Framed = Pick<Turn, 'language' | 'category' | 'level' | 'text'>

/**
 * Sentences made of frames (`frames/<language>.txt`): everyday figures of speech with the words of dangers, and dangers
 * with the same words. A line is “category level frame”; `(a|b)` is one of several, `[a|b]` one of several or none.
 */
export function readFrames(): Framed[] {
  return conversationLanguages.flatMap(language => framesOf(language))
}

/** A sentence made of a frame: `(a|b)` is one of several, `[a|b]` one of several or none. @param next random, 0 to 1 */
export function fillFrame(frame: string, next: () => number): string {
  const pick = (options: string) => {
    const all = options.split('|')
    return all[Math.floor(next() * all.length)] as string
  }
  return frame
    .replace(choices, (_, one?: string, optional?: string) =>
      one !== undefined ? pick(one) : next() < 0.5 ? pick(optional ?? '') : '',
    )
    .replace(/\s+(?=[,،、])/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

function framesOf(language: ConversationLanguage): Framed[] {
  const next = numbers(language.charCodeAt(0) * 256 + language.charCodeAt(1))
  return readFileSync(new URL(`./frames/${language}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
    .flatMap(line => {
      const [, category, level, frame] = line.match(/^(\w+) (\d) (.+)$/u) ?? []
      if (!frame) throw new Error(`frames/${language}.txt: “${line}” is not “category level frame”`)
      const texts = new Set(Array.from({ length: most }, () => fillFrame(frame, next)))
      return [...texts].map(text => ({
        language,
        category: category as Turn['category'],
        level: Number(level),
        text,
      }))
    })
}
