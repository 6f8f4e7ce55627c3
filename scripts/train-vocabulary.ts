import { writeFileSync } from 'node:fs'
import { pack } from '#server/modules/conversations/safety-watch/models/packed.ts'
import { wordsOf } from '#server/modules/conversations/safety-watch/models/text-features.ts'
import { isKnownWord } from '#server/modules/conversations/safety-watch/text/known-words.ts'
import { readCorpus } from './training/corpus.ts'

/** Writes the words of the labelled corpus, the commonest first, by which the model of dangers reads misspelt words. */
const counts = new Map<string, number>()
for (const { text } of readCorpus(['en', 'es', 'fr', 'de', 'ar']))
  for (const raw of wordsOf(text)) {
    const word = raw.replaceAll("'", '')
    if (word.length > 2 && /^\p{L}+$/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
/** Words met once here and nowhere else may be typing errors of the corpus itself. */
const words = [...counts]
  .filter(([word, count]) => count > 1 || isKnownWord(word))
  .sort(([one, count], [other, more]) => more - count || (one < other ? -1 : 1))
  .map(([word]) => word)
writeFileSync(
  new URL('../server/modules/conversations/safety-watch/models/vocabulary.bin', import.meta.url),
  pack(words.join('\n')),
)
console.log(`${words.length} words`)
