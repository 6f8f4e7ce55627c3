import { type CheckedForm, type Fix, type Issue, matchesOf, missing, type Span } from './checks.ts'
import { proseOf, wordsOf } from './prose.ts'

const ends = {
  end_ellipsis: /(?:…+|\.{3,})$/u,
  end_question: /[?？؟]$/u,
  end_exclamation: /[!！]$/u,
  end_colon: /[:：]$/u,
  end_semicolon: /[;；؛]$/u,
  end_stop: /[.。．।۔]$/u,
} as const
type EndCheck = keyof typeof ends
const endChecks = Object.keys(ends) as EndCheck[]

const plainMarks: Record<EndCheck, string> = {
  end_ellipsis: '…',
  end_question: '?',
  end_exclamation: '!',
  end_colon: ':',
  end_semicolon: ';',
  end_stop: '.',
}
const localMarks: Readonly<Record<string, Partial<Record<EndCheck, string>>>> = {
  ja: { end_question: '？', end_exclamation: '！', end_colon: '：', end_semicolon: '；', end_stop: '。' },
  ar: { end_question: '؟', end_semicolon: '؛' },
  fr: {
    end_question: '\u202f?',
    end_exclamation: '\u202f!',
    end_semicolon: '\u202f;',
    end_colon: '\u00a0:',
  },
}
const markOf = (check: EndCheck, language: string) => localMarks[language]?.[check] ?? plainMarks[check]

interface End extends Span {
  check: EndCheck | null
}

/** The mark that ends a text, before closing tags, quotation marks, brackets and spaces. */
function endOf(text: string): End {
  const end = proseOf(text).replace(/[\s\uFFFC"'’”“»」』)\]）】]+$/u, match => {
    // A placeholder at the end is part of the sentence; a closing tag is not.
    const codes = matchesOf(text.slice(text.length - match.length), /\{\{[^{}]*\}\}/g).at(-1)
    return codes ? match.slice(0, codes.end) : ''
  }).length
  const before = text.slice(0, end)
  for (const check of endChecks) {
    const found = ends[check].exec(before)
    // A path such as /.well-known/… ends no sentence.
    if (found && before.charAt(found.index - 1) !== '/') {
      const space = /[\s\u00a0\u202f]*$/u.exec(before.slice(0, found.index))?.[0].length ?? 0
      return { check, start: found.index - space, end }
    }
  }
  return { check: null, start: end, end }
}

/** Japanese puts a full stop after a predicate, which ends in hiragana, and none after a noun. */
const isJapaneseStyle = (language: string, text: string, has: End, wants: End) =>
  language === 'ja' &&
  (has.check === null
    ? !/\p{Script=Hiragana}$/u.test(text.slice(0, has.start))
    : has.check === 'end_stop' &&
      wants.check === null &&
      /\p{Script=Hiragana}$/u.test(text.slice(0, has.start)))

/** The mark at the end. An exclamation may be toned down to a statement. */
export function checkEnds({ language, form, text, model }: CheckedForm): Issue[] {
  const [has, wants] = [endOf(text), endOf(model)]
  if (has.check === wants.check || isJapaneseStyle(language, text, has, wants)) return []
  if (wants.check === 'end_exclamation' && (has.check === null || has.check === 'end_stop')) return []
  // “No alerts” may stand for a question about their number.
  if (form === 'zero') return []
  const fix: Fix = {
    start: has.start,
    end: has.end,
    text: wants.check === null ? '' : markOf(wants.check, language),
  }
  const check = wants.check ?? has.check
  if (check === null) return []
  return [{ check, subject: plainMarks[check], start: has.start, end: has.end, fix }]
}

const at = (
  check: Issue['check'],
  { text, start, end }: Span & { text: string },
  replacement?: string,
): Issue => ({
  check,
  subject: text,
  start,
  end,
  ...(replacement !== undefined && { fix: { start, end, text: replacement } }),
})

const threeDots = /(?<!\.)\.{3}(?!\.)/g
export const checkDots = ({ text, model }: CheckedForm): Issue[] =>
  matchesOf(wordsOf(model), threeDots).length > 0
    ? []
    : matchesOf(wordsOf(text), threeDots).map(found => at('dots', found, '…'))

/** Finds Latin punctuation in a text whose script has its own. */
const latinMarks: Readonly<Record<string, { pattern: RegExp; marks: Readonly<Record<string, string>> }>> = {
  ja: {
    pattern: /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー」』）])[.,?!;:](?![\d.])/gu,
    marks: { '.': '。', ',': '、', '?': '？', '!': '！', ';': '；', ':': '：' },
  },
  ar: {
    pattern: /(?<=[\p{Script=Arabic}»)])[?,;]/gu,
    marks: { '?': '؟', ',': '،', ';': '؛' },
  },
}

export function checkLocalMarks({ language, text }: CheckedForm): Issue[] {
  const local = latinMarks[language]
  if (!local) return []
  return matchesOf(wordsOf(text), local.pattern).map(found =>
    at('local_marks', found, local.marks[found.text]),
  )
}

/** Spanish questions and exclamations are opened as well. */
export function checkOpeningMarks({ language, text }: CheckedForm): Issue[] {
  if (language !== 'es') return []
  const words = wordsOf(text)
  return (['¿?', '¡!'] as const).flatMap(([opening = '', closing = '']) => {
    let open = -1
    return matchesOf(words, /[¿?¡!]/g).flatMap(found => {
      if (found.text === opening) open = found.start
      // A key or a sign that the sentence is about.
      if (found.text !== closing || /\s$/.test(words.slice(0, found.start))) return []
      const isOpened = open >= 0
      open = -1
      if (isOpened) return []
      const sentence = /(?:^|[.…:?!]\s+|\n)[\s"'«“(]*(?=[^.…:?!\n]*$)/u.exec(words.slice(0, found.start))
      const start = sentence ? sentence.index + sentence[0].length : 0
      return [{ ...at('opening_marks', found), subject: opening, fix: { start, end: start, text: opening } }]
    })
  })
}

const isSpace = (character: string) => character === ' ' || character === '\u00a0' || character === '\u202f'

/** French has a space that does not break before ; ! ? : and », and after «. */
export function checkMarkSpacing({ language, text }: CheckedForm): Issue[] {
  if (language !== 'fr') return []
  const words = wordsOf(text)
  return matchesOf(words, /[;!?:»«]+/gu).flatMap(({ text: marks, start, end }) => {
    const [from, to] = marks.startsWith('«') ? [end, end + 1] : [start - 1, start]
    const neighbour = words.slice(Math.max(0, from), to)
    const next = words.charAt(end)
    // The first of a text, a time such as HH:MM, and a key that the sentence is about.
    const isJoined = marks === ':' && /\S/.test(next)
    const isKey = neighbour === ' ' && /^ \p{Ll}/u.test(words.slice(end))
    if (neighbour === '' || isJoined || isKey) return []
    if (neighbour === '\u00a0' || neighbour === '\u202f' || /[([«"\n]/.test(neighbour)) return []
    const space = marks.startsWith(':') || /^[«»]/.test(marks) ? '\u00a0' : '\u202f'
    const replaced = isSpace(neighbour)
      ? { start: from, end: to }
      : marks.startsWith('«')
        ? { start: end, end }
        : { start, end: start }
    return [{ check: 'mark_spacing' as const, subject: marks, start, end, fix: { ...replaced, text: space } }]
  })
}

const pairs: Readonly<Record<string, string>> = {
  ')': '(',
  ']': '[',
  '}': '{',
  '）': '（',
  '】': '【',
  '］': '［',
}
const bracket = /[()[\]{}（）【】［］]/gu
const plainBrackets: Readonly<Record<string, string>> = { '（': '(', '）': ')', '［': '[', '］': ']' }

export function checkBrackets({ text, model }: CheckedForm): Issue[] {
  const found = matchesOf(wordsOf(text), bracket)
  const open: typeof found = []
  for (const one of found) {
    const partner = pairs[one.text]
    // “1)” numbers a list.
    if (partner === undefined) open.push(one)
    else if (open.at(-1)?.text === partner) open.pop()
    else return [at('brackets_unbalanced', one)]
  }
  const [left] = open
  if (left) return [at('brackets_unbalanced', left)]
  const countOf = (brackets: readonly { text: string }[]) =>
    brackets
      .map(({ text }) => plainBrackets[text] ?? text)
      .sort()
      .join('')
  const wanted = countOf(matchesOf(wordsOf(model), bracket))
  if (countOf(found) === wanted) return []
  const last = found.at(-1)
  return [last ? at('brackets_differ', last) : missing('brackets_differ', text, wanted)]
}

const quote = /["“”„«»「」『』]/gu

export function checkQuotes({ text, model }: CheckedForm): Issue[] {
  const found = matchesOf(wordsOf(text), quote)
  const last = found.at(-1)
  if (last && found.length % 2 === 1) return [at('quotes_unbalanced', last)]
  const wanted = matchesOf(wordsOf(model), quote)
  if (wanted.length % 2 === 1 || wanted.length === found.length) return []
  return [
    last && found.length > wanted.length ? at('quotes_differ', last) : missing('quotes_differ', text, '“”'),
  ]
}
