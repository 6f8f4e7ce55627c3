import type { Token } from '../text/tokens.ts'
import { figuresOfSpeech } from './figures-of-speech.ts'
import type { Cue, Finder, Tag } from './finder.ts'
import type { Findings, Found, FoundFeeling } from './found.ts'
import type { Match } from './phrases.ts'
import { clausesOf, Scoper } from './scope.ts'
import { softened } from './soften.ts'

/** What the rules of a language with spaces find in a text. */
export function judge(finder: Finder, text: string): Findings {
  const tokens = finder.tokens(text)
  const matches = finder.index.find(tokens)
  const cues: Record<Cue, Match<Tag>[]> = {
    idiom: [],
    cause: [],
    trifle: [],
    game: [],
    neutral: [],
    told: [],
    asked: [],
    about: [],
    affirmed: [],
    past: [],
    denial: [],
  }
  for (const match of matches) if (match.tag.kind === 'cue') cues[match.tag.cue].push(match)
  // Another's question says nothing of the speaker, unless they answer with yes.
  cues.asked = cues.asked.filter(({ to }) => !cues.affirmed.some(({ from }) => from >= to))
  cues.idiom.push(...figuresOfSpeech(matches, cues, clausesOf(finder, tokens)))
  let written: Match<Tag>[] | undefined
  const isWritten = ({ tag, from }: Match<Tag>) => {
    written ??= finder.index.find(finder.tokensAsWritten(text))
    return written.some(other => other.tag === tag && other.from === from)
  }
  /** Whether a match shares words with an idiom. What is found as it is written is none by an error mended. */
  const isIdiom = (match: Match<Tag>) => {
    const idioms = cues.idiom.filter(({ from, to }) => from < match.to && match.from < to)
    return (
      idioms.length > 0 && (!isWritten(match) || idioms.some(one => !matches.includes(one) || isWritten(one)))
    )
  }
  const scoper = new Scoper(finder, tokens, cues)
  const wordsOf = ({ from, to }: Match<Tag>) => {
    const start = (tokens[from] as Token).start
    const end = (tokens[to - 1] as Token).end
    return { words: text.slice(start, end), start, end }
  }
  const statements: Found[] = []
  const feelings: FoundFeeling[] = []
  const topics = new Set<Findings['topics'][number]>()
  for (const match of matches) {
    const { tag } = match
    if (tag.kind === 'topic') topics.add(tag.topic)
    if (tag.kind === 'feeling')
      feelings.push({
        feeling: tag.feeling,
        isNegated: scoper.scopeOf(match).isNegated,
        words: wordsOf(match).words,
      })
    if (tag.kind === 'rule' && !isIdiom(match))
      statements.push(softened(tag, scoper.scopeOf(match), wordsOf(match)))
  }
  const spans = (['idiom', 'told', 'past'] as const).flatMap(name =>
    cues[name].map(match => {
      const { start, end } = wordsOf(match)
      return { name, start, end }
    }),
  )
  return { statements, feelings, topics: [...topics], cues: spans }
}
