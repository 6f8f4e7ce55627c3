import { japanese } from '../languages/ja.ts'
import type { Topic } from '../languages/language.ts'
import { hiragana, normalized } from '../text/japanese.ts'
import { catalog, type RuleName } from './catalog.ts'
import { isMeant } from './figures-of-speech.ts'
import type { Feeling } from './finder.ts'
import { type Findings, type Found, type FoundFeeling, nothing } from './found.ts'
import type { Scope } from './scope.ts'
import { softened } from './soften.ts'

const { macros } = japanese

/** A pattern of the table: macros put in, katakana as hiragana, as in the texts. */
function pattern(source: string, flags = 'gu'): RegExp {
  const expanded = source.replace(/\{([^{}\d,]+)\}/gu, (whole, name: string) => macros[name] ?? whole)
  return new RegExp(hiragana(expanded).replaceAll(' ?', ''), flags)
}
/** Word lists write groups with commas: `(a,b)`. */
const listPattern = (source: string) =>
  pattern(source.replace(/\(([^()]*)\)/g, (_, options: string) => `(?:${options.replaceAll(',', '|')})`))

const idioms = pattern(japanese.idioms)
const figures = {
  before: pattern(japanese.figurative.before, 'u'),
  after: pattern(japanese.figurative.after, 'u'),
  beforeBody: pattern(japanese.figurative.beforeBody, 'u'),
}
const rules = [japanese.rules, japanese.certain].flatMap(table =>
  Object.entries(table).map(([key, source]) => {
    const name = key as RuleName
    const isCertain = table === japanese.certain || 'certain' in catalog[name]
    return { name, isCertain, expression: pattern(source) }
  }),
)
const cuePatterns = {
  denialAfter: pattern(japanese.denialAfter, 'u'),
  denialDenied: pattern(japanese.denialDenied, 'u'),
  others: pattern(japanese.others, 'u'),
  animals: pattern(japanese.animals, 'u'),
  told: pattern(japanese.told, 'u'),
  toldAfter: pattern(japanese.toldAfter, 'u'),
  past: pattern(japanese.past, 'u'),
  present: pattern(japanese.present, 'u'),
  conditionAfter: pattern(japanese.conditionAfter, 'u'),
}
const feelings = Object.entries(japanese.feelings).map(([feeling, source]) => ({
  feeling: feeling as Feeling,
  expression: listPattern(source),
}))
const topics = Object.entries(japanese.topics).map(([topic, source]) => ({
  topic: topic as Topic,
  expression: listPattern(source),
}))

/** Where a sentence ends: at its sign, or at a polite ending that nothing joins on to. */
const sentenceEnd =
  /[。！？!?\n…]+|(?:ました|ます|でした|です|ません|ましょう)(?:よ|ね|わ|な)*(?![かがけのとしはもらりるれろ、をに]|から|ので|って|し)/gu
/** A clause with the ending of a sentence before a pause. */
const finishedClause = /(?:ました|ます|でした|です|ません|ましょう)(?:よ|ね|わ)*[、,]/u
/** Where a clause ends. */
const clauseEnd = /、|,|けれども?|けど|(?<=[たるいだすん])が(?=[、])|から、|ので、|のに、/gu

function spans(text: string, ends: RegExp): { from: number; to: number }[] {
  const all: { from: number; to: number }[] = []
  let from = 0
  for (const { index, 0: sign } of text.matchAll(ends)) {
    all.push({ from, to: index + sign.length })
    from = index + sign.length
  }
  if (from < text.length) all.push({ from, to: text.length })
  return all
}

const spanAt = (all: readonly { from: number; to: number }[], at: number) =>
  all.find(({ from, to }) => from <= at && at < to) ?? { from: at, to: at }

const quotes = /「[^」]*」|『[^』]*』|"[^"]*"|“[^”]*”/gu

/** What the rules of Japanese find in a text. */
export function judgeJapanese(original: string): Findings {
  if (!/[\u3040-\u30FF\u4E00-\u9FFF\uFF66-\uFF9D]/.test(original)) return nothing
  const { text, places } = normalized(original)
  const sentences = spans(text, sentenceEnd)
  const clauses = spans(text, clauseEnd)
  const idiomSpans = [...text.matchAll(idioms)].map(({ index, 0: found }) => ({
    name: 'idiom' as const,
    from: index,
    to: index + found.length,
  }))
  const quotedSpans = [...text.matchAll(quotes)].map(({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
  }))

  function scopeOf(name: RuleName, from: number, to: number): Scope {
    const sentence = spanAt(sentences, from)
    const clause = spanAt(clauses, from)
    const begin = Math.max(sentence.from, clause.from)
    const sentenceBefore = text.slice(sentence.from, from)
    const clauseBefore = text.slice(begin, from)
    const textAfter = text.slice(to, spanAt(sentences, to - 1).to).replace(/かもしれ(?:ない|ません)/g, '')
    const denial = textAfter.match(cuePatterns.denialAfter)
    const isDenied = denial !== null && !cuePatterns.denialDenied.test(textAfter)
    const clauseText = text.slice(begin, Math.min(sentence.to, Math.max(clause.to, to)))
    const opening = sentenceBefore.slice(0, 14)
    return {
      isNegated:
        isDenied && !('fixed' in catalog[name] || name === 'loneliness' || name.startsWith('distress')),
      isPast:
        (cuePatterns.past.test(clauseBefore) ||
          (cuePatterns.past.test(opening) && sentenceBefore.length < 16)) &&
        !cuePatterns.present.test(clauseText.replace(cuePatterns.past, '')),
      isQuoted:
        ((cuePatterns.told.test(clauseBefore) ||
          (cuePatterns.told.test(sentenceBefore) && cuePatterns.toldAfter.test(textAfter))) &&
          clauseBefore.length < 20) ||
        quotedSpans.some(
          quote =>
            quote.from < from &&
            to <= quote.to &&
            !/(?:私|わたし)(?:は|が)[^。]{0,12}$/.test(text.slice(0, quote.from)),
        ),
      isConditional: cuePatterns.conditionAfter.test(textAfter),
      other: sentenceBefore.match(cuePatterns.others)?.[0] ?? null,
      isAnimal: cuePatterns.animals.test(clauseBefore),
      isOwn: !cuePatterns.others.test(sentenceBefore),
    }
  }
  /** What a statement is by what stands right beside it: “laughed so much that I fell off the chair”. */
  function figureOf(name: RuleName, from: number, to: number) {
    const { context } = catalog[name]
    if (context === 'medication' || isMeant(name)) return null
    const before = text.slice(spanAt(sentences, from).from, from)
    const isBody = context === 'medical' || context === 'fall'
    const found = figures.before.exec(before) ?? (isBody ? figures.beforeBody.exec(before) : null)
    if (found) return { name: 'idiom' as const, from: from - found[0].length, to }
    const behind = figures.after.exec(text.slice(to))
    return behind && { name: 'idiom' as const, from, to: to + behind[0].length }
  }
  /** A story reaches to the end of its sentence, or to a clause that could be one by its ending. */
  const storyEnd = (at: number) => {
    const { to } = spanAt(sentences, at)
    const finished = text.slice(at, to).match(finishedClause)
    return finished ? at + (finished.index as number) + finished[0].length : to
  }
  const wordsOf = (from: number, to: number) => {
    const start = places[from] ?? 0
    const end = places[to] ?? original.length
    return { words: original.slice(start, end), start, end }
  }
  const statements: Found[] = []
  for (const { name, isCertain, expression } of rules)
    for (const { index, 0: found } of text.matchAll(expression)) {
      const to = index + found.length
      if (idiomSpans.some(idiom => idiom.from < to && index < idiom.to)) continue
      const figure = figureOf(name, index, to)
      if (figure) {
        idiomSpans.push(figure)
        continue
      }
      const scope = scopeOf(name, index, to)
      statements.push(
        softened(
          { name, isCertain },
          name.startsWith('third_party') ? { ...scope, other: null } : scope,
          wordsOf(index, to),
        ),
      )
    }
  const feelingsFound: FoundFeeling[] = []
  for (const { feeling, expression } of feelings)
    for (const { index, 0: found } of text.matchAll(expression)) {
      const textAfter = text.slice(index + found.length, index + found.length + 6)
      const isNegated = /^(?:く|し|じゃ|では|で)?(?:は)?(?:な[いかく]|ありませ|ませ)/u.test(textAfter)
      feelingsFound.push({ feeling, isNegated, words: wordsOf(index, index + found.length).words })
    }
  const storyCues = (['told', 'past'] as const).flatMap(name => {
    const found = cuePatterns[name].exec(text)
    if (!found) return []
    const to = name === 'told' ? storyEnd(found.index) : found.index + found[0].length
    return [{ name, from: found.index, to }]
  })
  return {
    statements,
    cues: [...idiomSpans, ...storyCues].map(({ name, from, to }) => ({
      name,
      start: places[from] ?? 0,
      end: places[to] ?? original.length,
    })),
    feelings: feelingsFound,
    topics: topics.filter(({ expression }) => text.search(expression) >= 0).map(({ topic }) => topic),
  }
}
