import { plain, type Token } from '../text/tokens.ts'

/**
 * Phrases of a language with spaces, one per line or separated by `|`. `(a,b c)` is one of several, `[a,b]` the same but
 * optional, `word*` any ending of a word, `..` up to three words of no negation, `!(a,b c)` none of several behind it, `{name}` a macro
 * of the language.
 */
export type Phrases = string

interface Word {
  kind: 'word'
  word: string
  isPrefix: boolean
}
type Item = Word | Choice | Guard | { kind: 'gap' }

interface Choice {
  kind: 'choice'
  /** The options of one whole word. */
  words: ReadonlySet<string>
  /** The others by their first word, or at the empty string where that is a prefix or a choice. */
  longer: ReadonlyMap<string, readonly Item[][]>
  isOptional: boolean
}

/** What must not follow. */
interface Guard {
  kind: 'guard'
  against: readonly Item[][]
}

const widestGap = 3
const anything: Gaps = { negation: true, clause: true }
/** The fewest letters before a `*`, by which prefixes are looked up. */
const prefixKey = 3

const lexeme = /\.\.|!\(|[()[\],|\n]|\{\w+\}|[^\s()[\],|{}]+/gu

function choiceOf(options: Item[][], isOptional: boolean): Choice {
  const words = new Set<string>()
  const longer = new Map<string, Item[][]>()
  for (const option of options) {
    const [first] = option
    const word = first?.kind === 'word' && !first.isPrefix ? first.word : ''
    if (word && option.length === 1) words.add(word)
    else longer.set(word, [...(longer.get(word) ?? []), option])
  }
  return { kind: 'choice', words, longer, isOptional }
}

/** Turns phrases of a language into sequences of items. The same words and macros are the same objects, which saves memory. */
class Parser {
  readonly #split: (word: string) => string[]
  readonly #macros: Readonly<Record<string, string>>
  readonly #choices = new Map<string, Choice>()
  readonly #words = new Map<string, Word>()

  /** @param split what the language makes of a word: "don't" is two */
  constructor(split: (word: string) => string[], macros: Readonly<Record<string, string>>) {
    this.#split = split
    this.#macros = macros
  }

  parse(phrases: Phrases): Item[][] {
    const lexemes = phrases.match(lexeme) ?? []
    let at = 0
    const sequences = (closing: string): Item[][] => {
      const all: Item[][] = [[]]
      for (; at < lexemes.length && lexemes[at] !== closing; at++) {
        const sign = lexemes[at] as string
        const last = all.at(-1) as Item[]
        if (sign === '|' || sign === '\n' || sign === ',') all.push([])
        else if (sign === '..') last.push({ kind: 'gap' })
        else if (sign.startsWith('{')) last.push(this.#macro(sign.slice(1, -1)))
        else if (sign === '!(') {
          at += 1
          last.push({ kind: 'guard', against: sequences(')') })
        } else if (sign === '(' || sign === '[') {
          at += 1
          last.push(choiceOf(sequences(sign === '(' ? ')' : ']'), sign === '['))
        } else last.push(...this.#wordsOf(sign))
      }
      return all.filter(items => items.length > 0)
    }
    return sequences('')
  }

  #macro(name: string): Choice {
    const known = this.#choices.get(name)
    if (known) return known
    const macro = this.#macros[name]
    if (macro === undefined) throw new Error(`There is no macro {${name}}`)
    const choice = choiceOf(this.parse(macro), false)
    this.#choices.set(name, choice)
    return choice
  }

  #wordsOf(sign: string): Word[] {
    const isPrefix = sign.endsWith('*')
    const words = (isPrefix ? sign.slice(0, -1) : sign).split('-').flatMap(part => this.#split(plain(part)))
    return words.map((word, index) => this.#word(word, isPrefix && index === words.length - 1))
  }

  #word(word: string, isPrefix: boolean): Word {
    const key = isPrefix ? `${word}*` : word
    const known = this.#words.get(key)
    if (known) return known
    const item: Word = { kind: 'word', word, isPrefix }
    this.#words.set(key, item)
    return item
  }
}

const wholeWords = ({ words }: Choice) =>
  [...words].map((word): Word => ({ kind: 'word', word, isPrefix: false }))

/** The words by which a sequence can begin. */
function* beginnings(items: readonly Item[]): Generator<Word> {
  for (const item of items) {
    if (item.kind === 'gap' || item.kind === 'guard')
      throw new Error('A phrase cannot begin with a gap or a guard')
    if (item.kind === 'word') {
      yield item
      return
    }
    yield* wholeWords(item)
    for (const options of item.longer.values()) for (const option of options) yield* beginnings(option)
    if (!item.isOptional) return
  }
}

function* wordsIn(items: readonly Item[]): Generator<Word> {
  for (const item of items) {
    if (item.kind === 'word') yield item
    else if (item.kind === 'choice') {
      yield* wholeWords(item)
      for (const options of item.longer.values()) for (const option of options) yield* wordsIn(option)
    }
  }
}

/** What follows an option within its sequence. */
interface Rest {
  items: readonly Item[]
  index: number
  next: Rest | null
}

/** What the gaps of a phrase may hold. */
export interface Gaps {
  negation: boolean
  /** The beginning of another clause: “the tablet, grandma won’t wake up” is two things. */
  clause: boolean
}

interface Entry<Tag> {
  tag: Tag
  items: Item[]
  gaps: Gaps
}

export interface Match<Tag> {
  tag: Tag
  /** Indexes of tokens; `to` is behind the last. */
  from: number
  to: number
}

/** Many phrases, found together: each is tried only where one of its first words stands. */
export class PhraseIndex<Tag> {
  readonly vocabulary = new Set<string>()
  readonly #byWord = new Map<string, Entry<Tag>[]>()
  readonly #byPrefix = new Map<string, Entry<Tag>[]>()
  readonly #parser: Parser
  readonly #isNegation: (token: Token) => boolean
  readonly #isConjunction: (token: Token) => boolean

  /** @param split what the language makes of a word: "don't" is two */
  constructor(
    split: (word: string) => string[],
    macros: Readonly<Record<string, string>>,
    isNegation: (token: Token) => boolean = () => false,
    isConjunction: (token: Token) => boolean = () => false,
  ) {
    this.#parser = new Parser(split, macros)
    this.#isNegation = isNegation
    this.#isConjunction = isConjunction
  }

  add(tag: Tag, phrases: Phrases, gaps: Gaps = { negation: false, clause: true }): this {
    for (const items of this.#parser.parse(phrases)) {
      const entry = { tag, items, gaps }
      for (const { word, isPrefix } of beginnings(items)) {
        if (isPrefix && word.length < prefixKey) throw new Error(`Too short before a star: ${word}`)
        const map = isPrefix ? this.#byPrefix : this.#byWord
        const key = isPrefix ? word.slice(0, prefixKey) : word
        const entries = map.get(key)
        if (!entries) map.set(key, [entry])
        else if (entries.at(-1) !== entry) entries.push(entry)
      }
      for (const { word } of wordsIn(items)) this.vocabulary.add(word)
    }
    return this
  }

  /** Every phrase found, the longest form of each at each place. */
  find(tokens: readonly Token[]): Match<Tag>[] {
    const found: Match<Tag>[] = []
    for (let from = 0; from < tokens.length; from++) {
      const { forms } = tokens[from] as Token
      const tried = new Set<Entry<Tag>>()
      for (const form of forms)
        for (const entries of [this.#byWord.get(form), this.#byPrefix.get(form.slice(0, prefixKey))])
          for (const entry of entries ?? []) {
            if (tried.has(entry)) continue
            tried.add(entry)
            const to = this.#end(entry.items, 0, null, tokens, from, from, entry.gaps)
            if (to > from) found.push({ tag: entry.tag, from, to })
          }
    }
    return found
  }

  /** Where the rest of a sequence ends behind a token; -1 where it does not fit. @param next what follows the items */
  #end(
    items: readonly Item[],
    index: number,
    next: Rest | null,
    tokens: readonly Token[],
    from: number,
    at: number,
    gaps: Gaps,
  ): number {
    const item = items[index]
    if (!item) return next ? this.#end(next.items, next.index, next.next, tokens, from, at, gaps) : at
    const first = tokens[at]
    const isNewSentence = at > from && first !== undefined && first.sentence !== tokens[at - 1]?.sentence
    const after = (to: number) => this.#end(items, index + 1, next, tokens, from, to, gaps)
    if (item.kind === 'word') {
      if (!first || isNewSentence) return -1
      const { word, isPrefix } = item
      const isFound = isPrefix ? first.forms.some(form => form.startsWith(word)) : first.forms.includes(word)
      return isFound ? after(at + 1) : -1
    }
    if (item.kind === 'guard') {
      const isFollowed = item.against.some(
        option => !isNewSentence && this.#end(option, 0, null, tokens, from, at, anything) >= 0,
      )
      return isFollowed ? -1 : after(at)
    }
    let longest = -1
    if (item.kind === 'gap') {
      for (let skipped = 0; skipped <= widestGap; skipped++) {
        longest = Math.max(longest, after(at + skipped))
        const over = tokens[at + skipped]
        if (!over || over.sentence !== first?.sentence) break
        if (
          (!gaps.negation && this.#isNegation(over)) ||
          (!gaps.clause && (over.isAfterPause || this.#isConjunction(over)))
        )
          break
      }
      return longest
    }
    if (first && !isNewSentence) {
      if (first.forms.some(form => item.words.has(form))) longest = after(at + 1)
      if (item.longer.size > 0) {
        const rest = { items, index: index + 1, next }
        const begin = (options: readonly Item[][] | undefined) => {
          for (const option of options ?? [])
            longest = Math.max(longest, this.#end(option, 0, rest, tokens, from, at, gaps))
        }
        begin(item.longer.get(''))
        for (const form of first.forms) begin(item.longer.get(form))
      }
    }
    if (item.isOptional) longest = Math.max(longest, after(at))
    return longest
  }
}
