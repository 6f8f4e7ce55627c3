import { readdirSync, readFileSync } from 'node:fs'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { readHeldOut, readIdioms } from '../safety/held-out.ts'
import { readInnocent, readParaphrases } from '../safety/metamorphic/material.ts'
import { numbers } from './chance.ts'
import { readCorpus } from './corpus.ts'
import { type Framed, fillFrame } from './frames.ts'

/**
 * Sentences made of grammars, in the breadth of everyday speech: harmless ones (`small-talk/<language>.txt`), dangers
 * (`dangers/<language>.txt`), and figures of speech with dangers in the same words (`sayings/<language>.txt`). A line of a
 * file is `# heading`, a list (`name = one | other`) or a template, in which `{name}` stands for an item of a list, `(a|b)`
 * for one of several, and `[a|b]` for one of several or none. Items may have slots, too. A template of dangers and sayings
 * begins with its category and level: `none 0` is harmless.
 */
type Kind = 'small-talk' | 'dangers' | 'sayings'

/** The most sentences that are made of one template. */
const most = { 'small-talk': 18, dangers: 16 } as const
/** How many sayings of a language are tried, whatever the number of its templates. */
const sayings = { harmless: 3_400, dangers: 2_200 } as const
/** What a template of harmless sayings begins with. */
const isHarmless = (template: string) => template.startsWith('none 0 ')
const slot = /\{(\w+)\}/gu
const labelled = /^(\w+) (0|[2-4]) (.+)$/u

/** @throws if a slot has no list */
function grammarOf(file: URL): { lists: ReadonlyMap<string, readonly string[]>; templates: string[] } {
  const lists = new Map<string, readonly string[]>()
  const templates: string[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (!line.trim() || line.startsWith('#')) continue
    const [, name, items] = line.match(/^(\w+) = (.+)$/u) ?? []
    if (name && items)
      lists.set(
        name,
        items.split('|').map(item => item.trim()),
      )
    else templates.push(line)
  }
  for (const text of [...templates, ...[...lists.values()].flat()])
    for (const [, name = ''] of text.matchAll(slot))
      if (!lists.has(name)) throw new Error(`${file.pathname}: there is no list “${name}”`)
  return { lists, templates }
}

/** What stays of a sentence when it is compared with others. */
const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Sentences by which the safety watch is measured, and which are left out therefore. */
function measuredIn(language: ConversationLanguage): Set<string> {
  const sets = ['checks', 'unseen', 'idioms', 'twins', 'look-alikes', 'small-talk-aside'] as const
  const turns = sets.flatMap(set => readCorpus([language], set).map(({ text }) => text))
  const heldOut = [
    ...readHeldOut(language).map(({ text }) => text),
    ...readIdioms(language),
    ...readInnocent(language),
    ...readParaphrases(language).flatMap(({ text, paraphrase }) => [text, paraphrase]),
  ]
  return new Set([...turns, ...heldOut].map(bare))
}

/** How many sentences are made of a template of sayings: as many as of each other one that is harmless, or a danger, too. */
function sayingsOf(template: string, templates: readonly string[]): number {
  const alike = templates.filter(other => isHarmless(other) === isHarmless(template))
  return (isHarmless(template) ? sayings.harmless : sayings.dangers) / alike.length
}

function sentencesOf(kind: Kind, language: ConversationLanguage): Framed[] {
  const { lists, templates } = grammarOf(new URL(`./${kind}/${language}.txt`, import.meta.url))
  const measured = measuredIn(language)
  const next = numbers(language.charCodeAt(1) * 256 + language.charCodeAt(0))
  const withWords = (text: string): string =>
    text.replace(slot, (_, name: string) => {
      const items = lists.get(name) as readonly string[]
      return withWords(items[Math.floor(next() * items.length)] as string)
    })
  const all = new Map<string, Framed>()
  for (const line of templates) {
    const [, category, level, template = line] = (kind !== 'small-talk' && line.match(labelled)) || []
    if (kind !== 'small-talk' && !category) throw new Error(`${kind}/${language}.txt: “${line}”`)
    const tries = kind === 'sayings' ? sayingsOf(line, templates) : most[kind]
    for (let made = 0; made < tries; made++) {
      const text = fillFrame(withWords(template), next)
      if (!measured.has(bare(text)))
        all.set(text, {
          language,
          category: (category ?? 'none') as Framed['category'],
          level: Number(level ?? 0),
          text,
        })
    }
  }
  return [...all.values()]
}

const readAll = (kind: Kind): Framed[] =>
  readdirSync(new URL(`./${kind}/`, import.meta.url))
    .sort()
    .flatMap(name => sentencesOf(kind, name.replace('.txt', '') as ConversationLanguage))

/** Harmless everyday speech. The same each time. */
export const readSmallTalk = (): Framed[] => readAll('small-talk')
/** Dangers as people say them. The same each time. */
export const readSpokenDangers = (): Framed[] => readAll('dangers')
/** Figures of speech, harmless, and dangers in the same words. The same each time. */
export const readSayings = (): Framed[] => readAll('sayings')
