import { conversationLanguages } from '#contract/conversations/conversations.ts'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'
import { printTable } from '../safety/print.ts'
import { flaggedFrom, readCorpus } from './corpus.ts'

/**
 * Prints how much of each family of `small-talk-aside` is flagged: little of what is harmless, most of what is a danger.
 * @param areMissesListed whether what is judged wrongly is listed, too
 */
export function printSmallTalk(areMissesListed: boolean): void {
  const turns = readCorpus(undefined, 'small-talk-aside').map(turn => ({
    ...turn,
    isFlagged: assess(turn.text, turn.language).risk >= worrying,
  }))
  const shareIn = (rows: readonly { isFlagged: boolean }[]) => {
    const flagged = rows.filter(({ isFlagged }) => isFlagged).length
    return `${flagged}/${rows.length} ${((100 * flagged) / rows.length).toFixed(1)} %`
  }
  printTable(
    'Small talk put aside: what is flagged',
    ['', 'all', ...conversationLanguages],
    [...Map.groupBy(turns, ({ family }) => family)].map(([family, rows]) => [
      family,
      shareIn(rows),
      ...conversationLanguages.map(language => shareIn(rows.filter(turn => turn.language === language))),
    ]),
  )
  if (areMissesListed)
    for (const { language, category, level, text, isFlagged } of turns)
      if (isFlagged !== level >= flaggedFrom) console.log(`${language} ${category} ${level}: ${text}`)
}
