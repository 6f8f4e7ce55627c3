import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assess } from '#server/modules/conversations/safety-watch/assess.ts'
import { readNeutral } from './emotion/rows.ts'
import { percent, printTable } from './safety/print.ts'
import { aucOf, shareOf } from './safety/statistics.ts'
import { flaggedFrom, readCorpus, readLookAlikes, readTwins } from './training/corpus.ts'
import { printSmallTalk } from './training/evaluate-small-talk.ts'
import { printTypingErrors, printVariants } from './training/evaluate-variants.ts'
import { printNarrated } from './training/narrated.ts'

/**
 * `node scripts/eval-corpus.ts --fold=N` measures the safety watch on the families of the labelled corpus that
 * `train-danger.ts --aside=N` left out; without a fold on all, which says nothing about what was not seen. `--checks`
 * measures on the turns of `training/checks`, which nothing is trained on, `--unseen` on those of `training/unseen`, and
 * `--idioms` on the idioms and their dangerous look-alikes of `training/idioms`, and `--small-talk` on the families of
 * `training/small-talk-aside`. `--data=FOLDER` adds GoEmotions' neutral
 * comments, `--twins=seen` and `--twins=aside` measure on a half of the pairs of `training/twins`, `--look-alikes=aside` and
 * `--look-alikes=open` on a part of `training/look-alikes`, `--variants=N` on N dangers of each language as people write and
 * recognisers hear them, `--typos=N` on dangers with N typing errors each, and `--narrated` on small talk about others.
 * `--misses` lists what is judged wrongly.
 */
const {
  values: {
    fold,
    checks,
    unseen,
    idioms,
    twins,
    'look-alikes': lookAlikes,
    variants,
    typos,
    narrated,
    'small-talk': smallTalk,
    data,
    misses,
  },
} = parseArgs({
  options: {
    fold: { type: 'string' },
    checks: { type: 'boolean', default: false },
    unseen: { type: 'boolean', default: false },
    idioms: { type: 'boolean', default: false },
    twins: { type: 'string' },
    'look-alikes': { type: 'string' },
    variants: { type: 'string' },
    typos: { type: 'string' },
    narrated: { type: 'boolean', default: false },
    'small-talk': { type: 'boolean', default: false },
    data: { type: 'string' },
    misses: { type: 'boolean', default: false },
  },
})
const incident = 0.4
const folder = checks ? 'checks' : unseen ? 'unseen' : idioms ? 'idioms' : 'corpus'
const titles = {
  corpus: 'Labelled corpus',
  checks: 'Checks',
  unseen: 'Unseen turns',
  idioms: 'Idioms and look-alikes',
} as const

if (variants) {
  printVariants(Number(variants), misses)
  process.exit()
}
if (narrated) {
  printNarrated(misses)
  process.exit()
}
if (smallTalk) {
  printSmallTalk(misses)
  process.exit()
}
if (typos) {
  printTypingErrors(Number(typos), misses)
  process.exit()
}
if (twins && twins !== 'seen' && twins !== 'aside') throw new Error('--twins is “seen” or “aside”')
if (lookAlikes && lookAlikes !== 'open' && lookAlikes !== 'aside')
  throw new Error('--look-alikes is “open” or “aside”')

const turns = twins
  ? readTwins(twins === 'aside' ? 'aside' : 'seen')
  : lookAlikes
    ? readLookAlikes(lookAlikes === 'aside' ? 'aside' : 'open')
    : readCorpus(undefined, folder)
const title = twins ? `Twins, ${twins}` : lookAlikes ? `Look-alikes, ${lookAlikes}` : titles[folder]
const rows = turns
  .filter(turn => fold === undefined || String(turn.fold) === fold)
  .map(turn => ({ ...turn, ...assess(turn.text, turn.language) }))
const isFlagged = ({ risk }: { risk: number }) => risk >= incident

printTable(
  `${title}: what is flagged`,
  ['', 'dangers', 'flagged', 'named', 'harmless', 'flagged', 'AUC self-harm'],
  [...Map.groupBy(rows, ({ language }) => language)].map(([language, own]) => {
    const dangers = own.filter(({ level }) => level >= flaggedFrom)
    const harmless = own.filter(({ level }) => level < flaggedFrom)
    const selfHarm = own
      .filter(({ category, level }) => category === 'self_harm' || level < flaggedFrom)
      .map(({ category, risk }) => ({ truth: category === 'self_harm', score: risk }))
    return [
      language,
      String(dangers.length),
      percent(shareOf(dangers.map(isFlagged))),
      percent(shareOf(dangers.map(({ category, categories }) => categories.some(one => one === category)))),
      String(harmless.length),
      percent(shareOf(harmless.map(isFlagged))),
      aucOf(selfHarm).toFixed(3),
    ]
  }),
)
if (data) {
  const comments = readNeutral(join(data, 'goemotions'))
    .filter(({ isHeldOut }) => isHeldOut)
    .map(({ text }) => ({ text, ...assess(text, 'en') }))
  console.log(
    `\nNeutral comments kept aside: ${percent(shareOf(comments.map(isFlagged)), 2)} of ${comments.length} flagged`,
  )
  if (misses)
    for (const { text, risk, evidence } of comments)
      if (risk >= incident) console.log(`${risk} ${evidence[0]?.rule}: ${text}`)
}
if (misses)
  for (const { language, category, level, text, risk, evidence } of rows)
    if (isFlagged({ risk }) !== level >= flaggedFrom)
      console.log(`${language} ${category} ${level} → ${risk} ${evidence[0]?.rule ?? ''}: ${text}`)
