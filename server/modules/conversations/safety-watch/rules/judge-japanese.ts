import { japanese } from '../languages/ja.ts'
import type { Topic } from '../languages/language.ts'
import { hiragana, normalized } from '../text/japanese.ts'
import { catalog, type RuleName } from './catalog.ts'
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
const listed = (source: string) =>
  pattern(source.replace(/\(([^()]*)\)/g, (_, options: string) => `(?:${options.replaceAll(',', '|')})`))

const idioms = pattern(japanese.idioms)
const rules = Object.entries(japanese.rules).map(([name, source]) => ({
  name: name as RuleName,
  expression: pattern(source),
}))
const cue = {
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
  expression: listed(source),
}))
const topics = Object.entries(japanese.topics).map(([topic, source]) => ({
  topic: topic as Topic,
  expression: listed(source),
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

const within = (all: readonly { from: number; to: number }[], at: number) =>
  all.find(({ from, to }) => from <= at && at < to) ?? { from: at, to: at }

const quotes = /「[^」]*」|『[^』]*』|"[^"]*"|“[^”]*”/gu

/** What the rules of Japanese find in a text. */
export function judgeJapanese(original: string): Findings {
  if (!/[\u3040-\u30FF\u4E00-\u9FFF\uFF66-\uFF9D]/.test(original)) return nothing
  const { text, places } = normalized(original)
  const sentences = spans(text, sentenceEnd)
  const clauses = spans(text, clauseEnd)
  const harmless = [...text.matchAll(idioms)].map(({ index, 0: found }) => ({
    name: 'idiom' as const,
    from: index,
    to: index + found.length,
  }))
  const quoted = [...text.matchAll(quotes)].map(({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
  }))

  function scopeOf(name: RuleName, from: number, to: number): Scope {
    const sentence = within(sentences, from)
    const clause = within(clauses, from)
    const begin = Math.max(sentence.from, clause.from)
    const before = text.slice(sentence.from, from)
    const near = text.slice(begin, from)
    const after = text.slice(to, within(sentences, to - 1).to).replace(/かもしれ(?:ない|ません)/g, '')
    const denial = after.match(cue.denialAfter)
    const isDenied = denial !== null && !cue.denialDenied.test(after)
    const clauseText = text.slice(begin, Math.min(sentence.to, Math.max(clause.to, to)))
    const opening = before.slice(0, 14)
    return {
      isNegated:
        isDenied && !('fixed' in catalog[name] || name === 'loneliness' || name.startsWith('distress')),
      isPast:
        (cue.past.test(near) || (cue.past.test(opening) && before.length < 16)) &&
        !cue.present.test(clauseText.replace(cue.past, '')),
      isQuoted:
        ((cue.told.test(near) || (cue.told.test(before) && cue.toldAfter.test(after))) && near.length < 20) ||
        quoted.some(
          quote =>
            quote.from < from &&
            to <= quote.to &&
            !/(?:私|わたし)(?:は|が)[^。]{0,12}$/.test(text.slice(0, quote.from)),
        ),
      isConditional: cue.conditionAfter.test(after),
      other: before.match(cue.others)?.[0] ?? null,
      isAnimal: cue.animals.test(near),
      isOwn: !cue.others.test(before),
    }
  }
  /** A story reaches to the end of its sentence, or to a clause that could be one by its ending. */
  const storyEnd = (at: number) => {
    const { to } = within(sentences, at)
    const finished = text.slice(at, to).match(finishedClause)
    return finished ? at + (finished.index as number) + finished[0].length : to
  }
  const wordsOf = (from: number, to: number) => {
    const start = places[from] ?? 0
    const end = places[to] ?? original.length
    return { words: original.slice(start, end), start, end }
  }
  const statements: Found[] = []
  for (const { name, expression } of rules)
    for (const { index, 0: found } of text.matchAll(expression)) {
      const to = index + found.length
      if (harmless.some(idiom => idiom.from < to && index < idiom.to)) continue
      const scope = scopeOf(name, index, to)
      statements.push(
        softened(
          name,
          name.startsWith('third_party') ? { ...scope, other: null } : scope,
          wordsOf(index, to),
        ),
      )
    }
  const felt: FoundFeeling[] = []
  for (const { feeling, expression } of feelings)
    for (const { index, 0: found } of text.matchAll(expression)) {
      const after = text.slice(index + found.length, index + found.length + 6)
      const isNegated = /^(?:く|し|じゃ|では|で)?(?:は)?(?:な[いかく]|ありませ|ませ)/u.test(after)
      felt.push({ feeling, isNegated, words: wordsOf(index, index + found.length).words })
    }
  const telling = (['told', 'past'] as const).flatMap(name => {
    const found = cue[name].exec(text)
    if (!found) return []
    const to = name === 'told' ? storyEnd(found.index) : found.index + found[0].length
    return [{ name, from: found.index, to }]
  })
  return {
    statements,
    cues: [...harmless, ...telling].map(({ name, from, to }) => ({
      name,
      start: places[from] ?? 0,
      end: places[to] ?? original.length,
    })),
    feelings: felt,
    topics: topics.filter(({ expression }) => text.search(expression) >= 0).map(({ topic }) => topic),
  }
}
