import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import type { Normalized } from './japanese.ts'
import { repairedKana } from './repaired-kana.ts'
import { repairedWords } from './repaired-words.ts'

/**
 * A second reading of a turn: as it was probably meant, where it is misspelt. Only what is no word of any language is
 * replaced, by the likeliest word of the training texts that is one error away, and kana where they form runs that
 * Japanese seldom has. Null where nothing seems misspelt.
 * @param expressions stretches that stay as they are
 */
export function repaired(
  text: string,
  conversation: ConversationLanguage,
  expressions: readonly { start: number; end: number }[] = [],
): Normalized | null {
  const repairs = [...repairedWords(text, conversation), ...repairedKana(text)]
    .filter(repair => !expressions.some(({ start, end }) => repair.start < end && start < repair.end))
    .sort((one, other) => one.start - other.start)
  if (repairs.length === 0) return null
  const places: number[] = []
  let read = ''
  let from = 0
  const keep = (to: number) => {
    read += text.slice(from, to)
    for (; from < to; from++) places.push(from)
  }
  for (const { start, end, instead } of repairs) {
    keep(start)
    read += instead
    for (let at = 0; at < instead.length; at++) places.push(Math.min(start + at, end))
    from = end
  }
  keep(text.length)
  places.push(text.length)
  return { text: read, places }
}
