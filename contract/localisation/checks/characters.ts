import { type CheckedForm, difference, type Issue, matchesOf, missing, type TextCheck } from './checks.ts'
import { proseOf } from './prose.ts'

const bidi = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu
const invisible = /[\u00AD\u180E\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const control = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029]|\p{Surrogate}/gu

const codeOf = (text: string) => `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Characters that readers do not see; the first of each kind is reported, and a fix removes all. */
export function checkHidden({ text }: CheckedForm): Issue[] {
  return Object.entries({ bidi, invisible, control }).flatMap(([check, pattern]) => {
    const [first] = matchesOf(text, pattern)
    if (!first) return []
    const removed = text.replaceAll(pattern, '')
    return [
      {
        check: check as TextCheck,
        subject: codeOf(first.text),
        start: first.start,
        end: first.end,
        fix: { start: 0, end: text.length, text: removed },
      },
    ]
  })
}

/** Words with letters of look-alike scripts, and Latin letters within an Arabic word. */
const mixed =
  /(?=[\p{L}\p{M}]*\p{Script=Latin})(?=[\p{L}\p{M}]*[\p{Script=Cyrillic}\p{Script=Greek}])[\p{L}\p{M}]+|(?=[\p{L}\p{M}]*\p{Script=Cyrillic})(?=[\p{L}\p{M}]*\p{Script=Greek})[\p{L}\p{M}]+|\p{Script=Arabic}+\p{Script=Latin}+\p{Script=Arabic}+/gu

export function checkScripts({ text }: CheckedForm): Issue[] {
  // A look-ahead could begin within a word.
  return matchesOf(proseOf(text), /[\p{L}\p{M}]+/gu).flatMap(({ text: word, start, end }) =>
    word.search(mixed) < 0 ? [] : [{ check: 'mixed_scripts' as const, subject: word, start, end }],
  )
}

/** Kashidas between Arabic letters; before a name in Latin letters one joins an Arabic prefix. */
export function checkKashida({ text }: CheckedForm): Issue[] {
  return matchesOf(text, /(?<=\p{Script=Arabic})ـ+(?=[\p{Script=Arabic}])/gu).map(({ text, start, end }) => ({
    check: 'kashida',
    subject: text,
    start,
    end,
    fix: { start, end, text: '' },
  }))
}

/** Full-width and Arabic variants count as the same symbol. */
const variants: Readonly<Record<string, string>> = { '％': '%', '٪': '%', '＠': '@', '￥': '¥' }
const symbol = /[%@°§©®™€$£¥％٪＠￥]/gu
const currency = /[€$£¥￥]/u
const sameSymbol = ({ text }: { text: string }) => variants[text] ?? text

/** Signs of units, percent and currencies that are missing, and currencies that are added. */
export function checkSymbols({ text, model }: CheckedForm): Issue[] {
  const [has, wants] = [matchesOf(proseOf(text), symbol), matchesOf(proseOf(model), symbol)]
  // “95 of 100” says 95%.
  const isSpelled = (sign: string) => sign === '%' && /(?<!\p{Nd})100(?!\p{Nd})/u.test(text)
  return [
    ...difference(wants, has, sameSymbol)
      .filter(({ text: sign }) => !isSpelled(sign))
      .map(({ text: subject }) => missing('symbols', text, subject)),
    ...difference(has, wants, sameSymbol)
      .filter(({ text: sign }) => currency.test(sign))
      .map(({ text: subject, start, end }) => ({ check: 'symbols' as const, subject, start, end })),
  ]
}

export function checkSpaces({ text, model }: CheckedForm): Issue[] {
  const edge = (check: 'space_start' | 'space_end', pattern: RegExp): Issue[] => {
    const [has, wants] = [pattern.exec(text)?.[0] ?? '', pattern.exec(model)?.[0] ?? '']
    if ((has === '') === (wants === '')) return []
    const start = check === 'space_start' ? 0 : text.length - has.length
    const span = { start, end: start + has.length }
    return [{ check, subject: '', ...span, fix: { ...span, text: wants } }]
  }
  return [...edge('space_start', /^\s+/), ...edge('space_end', /\s+$/)]
}

export function checkDoubleSpaces({ text, model }: CheckedForm): Issue[] {
  const double = /(?<=\S)[ \u00a0\u202f\u3000]{2,}(?=\S)/gu
  if (matchesOf(model, double).length > 0) return []
  return matchesOf(text, double).map(({ text, start, end }) => ({
    check: 'double_space',
    subject: '',
    start,
    end,
    fix: { start, end, text: text.replaceAll(' ', '').charAt(0) || ' ' },
  }))
}

/** Line breaks, and those written as \n. Texts of several paragraphs may be broken anywhere within them. */
export function checkLineBreaks({ text, model }: CheckedForm): Issue[] {
  const lineBreak = /\n\n/.test(model) ? /\n{2,}|\\n/g : /\n|\\n/g
  const [has, wants] = [matchesOf(text, lineBreak), matchesOf(model, lineBreak)]
  if (has.length === wants.length) return []
  const extra = has.at(-1)
  const subject = String(wants.length)
  return has.length > wants.length && extra
    ? [{ check: 'line_breaks', subject, start: extra.start, end: extra.end }]
    : [missing('line_breaks', text, subject)]
}
