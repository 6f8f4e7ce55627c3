import { parseArgs } from 'node:util'
import { evaluateCost } from './safety/evaluate/cost.ts'
import { evaluateEmotion } from './safety/evaluate/emotion.ts'
import { evaluateFalseAlarms } from './safety/evaluate/false-alarms.ts'
import { evaluateRisk, printMisses } from './safety/evaluate/risk.ts'
import { evaluateSentiment } from './safety/evaluate/sentiment.ts'
import { printGoals } from './safety/goals.ts'
import { judgeFile } from './safety/judge-file.ts'
import { evaluateMetamorphic } from './safety/metamorphic.ts'

/**
 * `npm run eval:safety -- --data=FOLDER` measures the safety watch on sentences that its rules and models were not made
 * from. The folder holds `goemotions`, `xlm-t` and `suicide-risk-lexicon`; without it what needs them is left out.
 * `--misses` lists what is judged wrongly. `--file=FILE.tsv` only judges a file of one's own, with the columns
 * `language` and `text`. Exits with 1 where a goal is missed.
 */
const {
  values: { data, file, misses },
} = parseArgs({
  options: {
    data: { type: 'string' },
    file: { type: 'string' },
    misses: { type: 'boolean', default: false },
  },
})

if (file) for (const line of judgeFile(file)) console.log(line)
else {
  const { judged, goals } = evaluateRisk(data)
  if (misses) printMisses(judged)
  const isPassed = printGoals([
    ...goals,
    ...evaluateMetamorphic(judged, misses),
    ...evaluateFalseAlarms(data, misses),
    ...evaluateSentiment(data),
    ...evaluateEmotion(data),
    ...evaluateCost(),
  ])
  process.exitCode = isPassed ? 0 : 1
}
