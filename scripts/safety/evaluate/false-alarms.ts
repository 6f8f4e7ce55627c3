import { join } from 'node:path'
import { readNeutral } from '../../emotion/rows.ts'
import type { Goal } from '../goals.ts'
import { readHeldOut, readIdioms } from '../held-out.ts'
import { judge } from '../judge.ts'
import { type Language, languages } from '../languages.ts'
import { readInnocent } from '../metamorphic/material.ts'
import { percent, printTable, shareWithInterval } from '../print.ts'
import { bootstrap, shareOf } from '../statistics.ts'

const budget = 0.02

interface Harmless {
  name: string
  rows: readonly { language: Language; text: string }[]
  hasBudget: boolean
}

const inEach = (textsOf: (language: Language) => readonly string[]) =>
  languages.flatMap(language => textsOf(language).map(text => ({ language, text })))

function neutralComments(data: string): Harmless[] {
  const rows = readNeutral(join(data, 'goemotions')).map(row => ({ ...row, language: 'en' as const }))
  return [
    { name: 'GoEmotions’ neutral comments', rows, hasBudget: true },
    {
      name: '… of the tenth held out',
      rows: rows.filter(({ isHeldOut }) => isHeldOut),
      hasBudget: true,
    },
  ]
}

/** How often what is harmless is flagged. */
export function evaluateFalseAlarms(data: string | undefined, isListing: boolean): Goal[] {
  const sets: Harmless[] = [
    ...(data ? neutralComments(data) : []),
    { name: 'everyday idioms', rows: inEach(readIdioms), hasBudget: true },
    { name: 'innocent clauses', rows: inEach(readInnocent), hasBudget: false },
    {
      name: 'harmless held-out sentences',
      rows: inEach(language =>
        readHeldOut(language)
          .filter(({ flagged }) => !flagged)
          .map(({ text }) => text),
      ),
      hasBudget: false,
    },
  ]
  const measured = sets.map(set => ({
    ...set,
    alarms: set.rows.map(({ text, language }) => judge(text, language).flagged),
  }))
  printTable(
    'False alarms: harmless texts at flag level',
    ['', 'flagged', 'share', ...languages],
    measured.map(({ name, rows, alarms }) => [
      name,
      `${alarms.filter(Boolean).length}/${rows.length}`,
      shareWithInterval(bootstrap(alarms, shareOf)),
      ...languages.map(language => {
        const own = alarms.filter((_, at) => rows[at]?.language === language)
        return own.length ? `${own.filter(Boolean).length}/${own.length}` : '–'
      }),
    ]),
  )
  if (isListing) {
    console.log('\nFalse alarms')
    for (const { name, rows, alarms } of measured)
      for (const [at, { language, text }] of rows.entries())
        if (alarms[at]) console.log(`${language}  ${name}: ${text}`)
  }
  const goals = measured
    .filter(({ hasBudget }) => hasBudget)
    .map(({ name, alarms }) => ({
      name: `false alarms among ${name.replace('… of', 'GoEmotions’ neutral comments of')} ≤ ${percent(budget, 0)}`,
      measured: percent(shareOf(alarms), 2),
      met: shareOf(alarms) <= budget,
    }))
  return data
    ? goals
    : [
        { name: 'false alarms among GoEmotions’ neutral comments ≤ 2 %', measured: 'no data', met: null },
        ...goals,
      ]
}
