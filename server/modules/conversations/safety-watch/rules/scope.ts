import { isKnownWord } from '../text/known-words.ts'
import type { Token } from '../text/tokens.ts'
import { type Cue, type Finder, is } from './finder.ts'
import type { Match } from './phrases.ts'

/** What qualifies a statement. */
export interface Scope {
  isNegated: boolean
  isPast: boolean
  isQuoted: boolean
  isConditional: boolean
  /** The word that says somebody else is spoken of. */
  other: string | null
  isAnimal: boolean
  /** Whether the speaker speaks of themself. */
  isOwn: boolean
}

/** Words that carry the conjunction and belong to the clause before: “and I was small” says when it was. */
const circumstance = /^و(?:انا|انت|هو|هي|احنا|نحن|هم|كنت|كنا|كان|كانت|لا|ما|لم|لن|مش)$/

/** The most letters of a word that may begin with the letter of a conjunction by itself. */
const longestAttached = 3

/** Whether a word begins a clause by the conjunction that is written together with it: “ورجلي” is “and my leg”. */
function beginsByConjunction({ language }: Finder, { forms: [form = ''] }: Token): boolean {
  const { attachedConjunction } = language
  if (!attachedConjunction || !form.startsWith(attachedConjunction) || circumstance.test(form)) return false
  return form.length > longestAttached && !isKnownWord(form)
}

/** The clause that each token belongs to, counted from 0. */
export function clausesOf(finder: Finder, tokens: readonly Token[]): number[] {
  let clause = 0
  let length = 0
  return tokens.map((token, at) => {
    const before = tokens[at - 1]
    const begins =
      before !== undefined &&
      (token.sentence !== before.sentence ||
        (length > 0 &&
          (token.isAfterPause ||
            is(finder, 'conjunctions', token) ||
            (length > 1 && beginsByConjunction(finder, token)) ||
            (length > 1 && is(finder, 'restarts', token) && !is(finder, 'openRestarts', before)))))
    if (begins) {
      clause += 1
      length = 0
    }
    length += 1
    return clause
  })
}

/** The most words between a negation and what it denies. */
const negationReach = 6
const pastReach = 3
const hypotheticalReach = 4

/** The most words between an animal or a thing and what is said of it: nearer to the end there is another subject. */
const animalReach = 3

/** The most words between a question and what is asked. */
const questionReach = 4
/** The longest article or preposition between "a programme about" and what it is about. */
const longestArticle = 3

/** Words beside a cue in a clause of a time or a place alone, which goes with the next: "years ago in Spain, I fell". */
const adverbial = { past: 2, told: 1 } as const

export class Scoper {
  readonly #finder: Finder
  readonly #tokens: readonly Token[]
  readonly #clauses: readonly number[]
  readonly #cues: Record<Cue, Match<unknown>[]>

  constructor(finder: Finder, tokens: readonly Token[], cues: Record<Cue, Match<unknown>[]>) {
    this.#finder = finder
    this.#tokens = tokens
    this.#clauses = clausesOf(finder, tokens)
    this.#cues = cues
  }

  scopeOf(match: { from: number; to: number }): Scope {
    const { other, isAnimal } = this.#subjectOf(match)
    return {
      isNegated: this.#isNegated(match),
      isPast: this.#isPast(match),
      isQuoted: this.#isTold(match),
      isConditional: this.#isConditional(match),
      other,
      isAnimal,
      isOwn: other === null && this.#isOwn(match),
    }
  }

  #is(list: Parameters<typeof is>[1], at: number): boolean {
    return is(this.#finder, list, this.#tokens[at])
  }

  #isNeutral(at: number): boolean {
    return this.#cues.neutral.some(({ from, to }) => from <= at && at < to)
  }

  /** Goes back over words that carry a denial on, and counts denials: two take each other back. */
  #isNegated({ from, to }: { from: number; to: number }): boolean {
    const start = this.#tokens[from]
    const denials: string[] = []
    let isPronoun = this.#is('pronouns', from)
    for (let at = from - 1; at >= Math.max(0, from - negationReach); at--) {
      const token = this.#tokens[at] as Token
      if (token.sentence !== start?.sentence || (this.#tokens[at + 1] as Token).isAfterPause) break
      if (this.#is('negations', at)) {
        if (isPronoun) break
        if (!this.#isNeutral(at)) denials.push(token.forms[0] as string)
      } else if (!this.#is('transparent', at)) break
      isPronoun = this.#is('pronouns', at)
    }
    const clause = this.#clauses[from]
    const after = this.#cues.denial.some(
      cue => cue.from >= to && cue.from - to <= 1 && this.#clauses[cue.from] === clause,
    )
    const isClosed =
      this.#clauses[to] === clause &&
      this.#clauses[to + 1] !== clause &&
      this.#is('closingNegations', to) &&
      // A second denial of a dialect takes nothing back: “i kriag koa Luft ned”.
      !this.#tokens.slice(from, to).some(token => is(this.#finder, 'negations', token))
    const denialCount = this.#finder.language.concord
      ? Math.max(0, ...denials.map(word => denials.filter(other => other === word).length))
      : denials.length
    return (denialCount + (after || isClosed ? 1 : 0)) % 2 === 1
  }

  /** The tokens of a match's clause, and the clause before it in the same sentence. */
  #bounds(clause: number): { from: number; to: number } {
    const from = this.#clauses.indexOf(clause)
    return { from, to: from < 0 ? -1 : this.#clauses.lastIndexOf(clause) + 1 }
  }

  #isPast(match: { from: number; to: number }): boolean {
    for (let at = match.from - 1; at >= Math.max(0, match.from - pastReach); at--) {
      if (this.#clauses[at] !== this.#clauses[match.from]) break
      if (this.#is('pastBefore', at)) return true
      if (!this.#is('transparent', at)) break
    }
    return this.#isQualified(match, 'past')
  }

  #isTold(match: { from: number; to: number }): boolean {
    const { isQuoted, sentence } = this.#tokens[match.from] as Token
    const { from } = this.#bounds(this.#clauses[match.from] as number)
    /** Who speaks, by the subject of the reporting verb that ends here. */
    const isOwnWord = (end: number) => {
      for (let at = end; at >= Math.max(0, end - 3) && this.#tokens[at]?.sentence === sentence; at--)
        if (this.#is('reporting', at)) return [at - 1, at - 2].some(one => this.#is('firstPerson', one))
      return false
    }
    if (isQuoted) {
      let at = match.from
      while (at > 0 && this.#tokens[at - 1]?.isQuoted) at -= 1
      if (!isOwnWord(at - 1)) return true
    }
    const isReported = [from - 1, from, from + 1].some(
      at =>
        at >= 0 && at < match.from && this.#is('reporting', at) && this.#tokens[at]?.sentence === sentence,
    )
    if (isReported) {
      const toldBy = this.#cues.told.some(
        cue => this.#tokens[cue.from]?.sentence === sentence && cue.to <= match.from,
      )
      if (toldBy) return true
    }
    return this.#isTopic(match) || this.#isQualified(match, 'told')
  }

  /** Whether a match is what somebody asks or talks about: it stands in the clause right behind the words that say so. */
  #isTopic({ from }: { from: number }): boolean {
    const follows = ({ to }: Match<unknown>) => to <= from && this.#clauses[to - 1] === this.#clauses[from]
    const isArticle = ({ start, end }: Token) => end - start <= longestArticle
    return (
      this.#cues.asked.some(cue => follows(cue) && from - cue.to <= questionReach) ||
      this.#cues.about.some(cue => follows(cue) && this.#tokens.slice(cue.to, from).every(isArticle))
    )
  }

  /** Whether a cue stands in the clause of a match, or is the clause before it. Words of the present take a past back. */
  #isQualified(match: { from: number; to: number }, cue: 'past' | 'told'): boolean {
    const clause = this.#clauses[match.from] as number
    const own = this.#bounds(clause)
    const before = this.#bounds(clause - 1)
    const found = this.#cues[cue].some(({ from, to }) => {
      if (this.#tokens[from]?.sentence !== this.#tokens[match.from]?.sentence) return false
      if (from >= own.from && from < own.to) return this.#reaches({ from, to }, match)
      return from >= before.from && to <= before.to && before.to - before.from <= to - from + adverbial[cue]
    })
    if (!found || cue === 'told') return found
    for (let at = own.from; at < own.to; at++) if (this.#is('present', at)) return false
    return true
  }

  /** Whether a cue of a clause is near enough to a match in it. */
  #reaches(cue: { from: number; to: number }, match: { from: number; to: number }): boolean {
    const { cueReach } = this.#finder.language
    if (!cueReach) return true
    return match.from - cue.to <= cueReach.forwards && cue.from - match.to <= cueReach.backwards
  }

  #isOwn({ from, to }: { from: number; to: number }): boolean {
    const own = this.#bounds(this.#clauses[from] as number)
    for (let at = own.from; at < Math.max(own.to, to); at++) if (this.#is('firstPerson', at)) return true
    return false
  }

  #isConditional({ from }: { from: number }): boolean {
    for (let at = from - 1; at >= Math.max(0, from - hypotheticalReach); at--) {
      if (this.#tokens[at]?.sentence !== this.#tokens[from]?.sentence) return false
      if (this.#is('conditional', at)) return true
      // A fear of something is no supposition of what is said next: "I am afraid and cannot breathe".
      if (this.#is('hypothetical', at) && this.#clauses[at] === this.#clauses[from]) return true
      if (this.#tokens[at + 1]?.isAfterPause) return false
    }
    return false
  }

  /** The nearest word before a match that says whom it is about; its own first person settles it. */
  #subjectOf({ from, to }: { from: number; to: number }): { other: string | null; isAnimal: boolean } {
    const own = { other: null, isAnimal: false }
    for (let at = from; at < to; at++) if (this.#is('firstPerson', at)) return own
    // “… the car, grandpa fell into the water”: who it is stands in the match.
    const isNamed = this.#tokens.slice(from, to).some(token => is(this.#finder, 'others', token))
    const { sentence } = this.#tokens[from] as Token
    const clause = this.#clauses[from] as number
    for (let at = from - 1; at >= 0 && this.#tokens[at]?.sentence === sentence; at--) {
      // A clause without a subject takes that of the clause before: "my husband fell and cannot get up".
      if ((this.#clauses[at] as number) < clause - 1) break
      if (!isNamed && this.#is('animals', at) && from - at <= animalReach)
        return { other: null, isAnimal: true }
      if (this.#is('others', at)) return { other: this.#tokens[at]?.forms[0] ?? null, isAnimal: false }
      if (this.#is('firstPerson', at)) return own
    }
    return own
  }
}
