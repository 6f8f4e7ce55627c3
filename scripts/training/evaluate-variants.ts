import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'
import { transforms } from '../safety/metamorphic/transform.ts'
import { percent, printTable } from '../safety/print.ts'
import { randomFrom, seedOf } from '../safety/random.ts'
import { flaggedFrom, readCorpus, readLookAlikes, type Turn } from './corpus.ts'
import { kinds, variantsOf } from './variants.ts'

/** How many alarms are lost when dangers of the corpus are written and heard otherwise. @param count of each language */
export function printVariants(count: number, isListing: boolean) {
  const tried = variantsOf(count)
    .filter(({ of, language }) => assess(of, language).risk >= worrying)
    .map(variant => ({ ...variant, isLost: assess(variant.text, variant.language).risk < worrying }))
  const shareLost = (rows: typeof tried) => {
    const lost = rows.filter(({ isLost }) => isLost).length
    return rows.length > 0 ? `${lost}/${rows.length} ${percent(lost / rows.length)}` : '–'
  }
  printTable(
    'Variants of dangers: alarms lost of those tried',
    ['', ...kinds, 'all'],
    [...Map.groupBy(tried, ({ language }) => language)].map(([language, own]) => [
      language,
      ...kinds.map(kind => shareLost(own.filter(variant => variant.kind === kind))),
      shareLost(own),
    ]),
  )
  if (isListing)
    for (const { language, kind, of, text, isLost } of tried)
      if (isLost) console.log(`${language} ${kind}: ${of} → ${text}`)
}

/** Every how many dangers of the corpus have typing errors: all would take minutes. */
const step = 8

/** A danger with a typing error of the metamorphic suite, and whether the error costs the alarm. */
interface Mistyped {
  language: Turn['language']
  of: string
  text: string
  isLost: boolean
}

/** Dangers that raise an alarm with typing errors: letters swapped, left out, doubled or replaced by a neighbouring key. */
export function mistypedAlarms(turns: readonly Turn[], errorsEach: number): Mistyped[] {
  return turns
    .filter(({ level, text, language }) => level >= flaggedFrom && assess(text, language).risk >= worrying)
    .flatMap(({ text: of, language }) => {
      const random = randomFrom(seedOf(`typing errors ${of}`))
      const texts = Array.from({ length: errorsEach }, () => transforms.typo?.(of, language, random) ?? of)
      return [...new Set(texts)]
        .filter(text => text !== of)
        .map(text => ({ language, of, text, isLost: assess(text, language).risk < worrying }))
    })
}

/** How many alarms typing errors cost, among the dangers that are learned and those that are not. */
export function printTypingErrors(errorsEach: number, isListing: boolean) {
  const sets = {
    'of the corpus': readCorpus().filter((_, at) => at % step === 0),
    'of the look-alikes put aside': readLookAlikes('aside'),
    'of checks and unseen turns': [...readCorpus(undefined, 'checks'), ...readCorpus(undefined, 'unseen')],
  }
  const measured = Object.entries(sets).map(([name, turns]) => ({
    name,
    tried: mistypedAlarms(turns, errorsEach),
  }))
  const languages = [...new Set(measured.flatMap(({ tried }) => tried.map(({ language }) => language)))]
  printTable(
    'Dangers with typing errors: alarms lost of those tried',
    ['', ...languages],
    measured.map(({ name, tried }) => [
      name,
      ...languages.map(language => {
        const own = tried.filter(each => each.language === language)
        const lost = own.filter(({ isLost }) => isLost).length
        return `${lost}/${own.length} ${percent(lost / Math.max(1, own.length))}`
      }),
    ]),
  )
  if (isListing)
    for (const { tried } of measured)
      for (const { language, of, text, isLost } of tried)
        if (isLost) console.log(`${language}: ${of} → ${text}`)
}
