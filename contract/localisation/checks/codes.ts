import { placeholder, placeholdersOf, tag, tagsOf, tidied } from '../text-forms.ts'
import { type CheckedForm, difference, type Issue, matchesOf, missing } from './checks.ts'

const markup = /<[!?/A-Za-z\d][^>]{0,30}>?/g
/** Placeholders of other formats, which nothing fills in here: ICU, printf, template literals. */
const foreign =
  /\$\{[\w.]*\}|%(?:\d+\$)?[sd@](?![\p{L}\p{N}])|%\(\w+\)[sd]|\{[\w.]+(?:\s*,[^{}]*(?:\{[^{}]*\}[^{}]*)*)?\}/gu

const bare = (text: string) => text.replaceAll(placeholder, code => '\u00a0'.repeat(code.length))

interface Code {
  /** As it is compared. */
  name: string
  start: number
  end: number
}
const placeholdersIn = (text: string): Code[] =>
  [...text.matchAll(placeholder)].map(({ 0: whole, 1: inner = '', index }) => ({
    name: tidied(inner),
    start: index,
    end: index + whole.length,
  }))

const tagsIn = (text: string): Code[] =>
  [...text.matchAll(tag)].map(({ 0: whole, 1: end, 2: name, 3: alone, index }) => ({
    name: `<${end}${name}${alone}>`,
    start: index,
    end: index + whole.length,
  }))

const braces = (text: string): Issue[] => {
  const [first] = matchesOf(bare(text), /\{\{|\}\}/g)
  return first ? [{ check: 'placeholder_broken', subject: '', start: first.start, end: first.end }] : []
}

export function checkPlaceholders({ form, text, model }: CheckedForm): Issue[] {
  const [has, wants] = [placeholdersOf(text), placeholdersOf(model)]
  // “One day” needs no number.
  const mayDropCount = form !== 'text' && form !== 'other'
  const gone = wants.filter(name => !has.includes(name) && !(mayDropCount && /^\{\{count[,}]/.test(name)))
  const unknown = placeholdersIn(text).filter(({ name }) => !wants.includes(name))
  const [only] = gone.length === 1 ? gone : []
  const isRenamed = only !== undefined && new Set(unknown.map(({ name }) => name)).size === 1
  return [
    ...braces(text),
    ...gone.map(name => ({
      ...missing('placeholder_missing', text, name),
      ...(!isRenamed && { fix: { start: text.length, end: text.length, text: ` ${name}` } }),
    })),
    ...unknown.map(({ name, start, end }) => ({
      check: 'placeholder_unknown' as const,
      subject: name,
      start,
      end,
      ...(isRenamed && { fix: { start, end, text: only } }),
    })),
  ]
}

export function checkForeignPlaceholders({ text, model }: CheckedForm): Issue[] {
  return difference(matchesOf(bare(text), foreign), matchesOf(bare(model), foreign), one => one.text).map(
    ({ start, end, text }) => ({ check: 'placeholder_foreign', subject: text, start, end }),
  )
}

export function checkNesting({ text, model }: CheckedForm): Issue[] {
  const start = text.indexOf('$t(')
  if (start < 0 || model.includes('$t(')) return []
  return [{ check: 'nesting', subject: '$t(', start, end: start + 3 }]
}

/** A tag that is not opened and closed in order. */
function findUnbalancedTag(text: string): Code | undefined {
  const open: Code[] = []
  for (const code of tagsIn(text)) {
    if (code.name.endsWith('/>')) continue
    if (!code.name.startsWith('</')) open.push(code)
    else if (open.pop()?.name !== code.name.replace('/', '')) return code
  }
  return open.pop()
}

export function checkTags({ text, model }: CheckedForm): Issue[] {
  const [has, wants] = [tagsIn(text), tagsOf(model)]
  const wanted = wants.map(name => ({ name, start: 0, end: 0 }))
  const unknown = difference(has, wanted, ({ name }) => name)
  const disorder = unknown.length === 0 ? findUnbalancedTag(text) : undefined
  const [rest] = matchesOf(
    text.replaceAll(tag, code => ' '.repeat(code.length)),
    markup,
  )
  const at = (check: 'tag_unknown' | 'tag_order', { name, start, end }: Code): Issue => ({
    check,
    subject: name,
    start,
    end,
  })
  return [
    ...difference(wanted, has, ({ name }) => name).map(({ name }) => missing('tag_missing', text, name)),
    ...unknown.map(code => ({
      ...at('tag_unknown', code),
      fix: { start: code.start, end: code.end, text: '' },
    })),
    ...(disorder ? [at('tag_order', disorder)] : []),
    ...(rest ? [{ check: 'markup' as const, subject: rest.text, start: rest.start, end: rest.end }] : []),
  ]
}
