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
    if (tag.kind === 'rule' && !scoper.isIdiom(match))
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
