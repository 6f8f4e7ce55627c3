import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'
import { percent, printTable } from '../safety/print.ts'
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
