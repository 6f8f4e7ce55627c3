import type { Judged } from './evaluate/risk.ts'
import type { Goal } from './goals.ts'
import { judge } from './judge.ts'
import { type Language, languages } from './languages.ts'
import { readParaphrases } from './metamorphic/material.ts'
import { fallBack, transforms } from './metamorphic/transform.ts'
import { percent, printTable, shareWithInterval } from './print.ts'
import { randomFrom, seedOf } from './random.ts'
import { bootstrap, shareOf } from './statistics.ts'

/** How often each transformation is drawn for an alarm. */
const draws = 4
const budget = 0.02
/** An engine that raises few alarms has few to lose: below this a language counts as not passed. */
const leastAlarms = 50

interface Try {
  language: Language
  transformation: string
  alarm: string
  text: string
  isLost: boolean
}

const judged = (
  language: Language,
  transformation: string,
  alarm: string,
  text: string,
  spokenIn = language,
): Try => ({ language, transformation, alarm, text, isLost: !judge(text, spokenIn).flagged })

/** Every alarm with every transformation, a few times where it draws, and once where it always says the same. */
function triesOf(alarm: string, language: Language): Try[] {
  return Object.entries(transforms).flatMap(([name, transform]) => {
    const random = randomFrom(seedOf(`${name} ${alarm}`))
    const texts = Array.from({ length: draws }, () => transform(alarm, language, random))
    return [...new Set(texts)].filter(text => text !== null).map(text => judged(language, name, alarm, text))
  })
}

const fallingBack = 'alarm in a turn of another language'

function fallBacksOf(alarm: string, language: Language): Try[] {
  const random = randomFrom(seedOf(`${fallingBack} ${alarm}`))
  return Array.from({ length: draws }, () => {
    const { host, text } = fallBack(alarm, language, random)
    return judged(language, fallingBack, alarm, text, host)
  })
}

/** A paraphrase is lost where the one wording raises the alarm and the other does not. */
const paraphrasesOf = (language: Language): Try[] =>
  readParaphrases(language).flatMap(({ text, paraphrase }) =>
    [
      [text, paraphrase],
      [paraphrase, text],
    ].flatMap(([alarm = '', other = '']) =>
      judge(alarm, language).flagged ? [judged(language, 'paraphrase', alarm, other)] : [],
    ),
  )

/** The tries of each alarm together: they succeed or fail together, so that the bootstrap draws alarms, not tries. */
const byAlarm = (tries: readonly Try[]): Try[][] => [...Map.groupBy(tries, ({ alarm }) => alarm).values()]

const lostOf = (alarms: readonly (readonly Try[])[]): number =>
  shareOf(alarms.flat().map(({ isLost }) => isLost))

/** The share of alarms that are lost when what is said stays the same and how it is said changes. */
export function evaluateMetamorphic(heldOut: readonly Judged[], isListing: boolean): Goal[] {
  const byLanguage = languages.map(language => {
    const alarms = heldOut
      .filter(row => row.language === language && row.flagged && row.judgement.flagged)
      .map(({ text }) => text)
    const tries = [
      ...alarms.flatMap(alarm => [...triesOf(alarm, language), ...fallBacksOf(alarm, language)]),
      ...paraphrasesOf(language),
    ]
    return { language, alarms, tries, lost: bootstrap(byAlarm(tries), lostOf) }
  })
  const names = [...Object.keys(transforms), fallingBack, 'paraphrase']
  printTable(
    'Metamorphic suite: alarms lost of those tried',
    ['', ...languages],
    [
      ['alarms', ...byLanguage.map(({ alarms }) => String(alarms.length))],
      ...names.map(name => [
        name,
        ...byLanguage.map(({ tries }) => {
          const own = tries.filter(({ transformation }) => transformation === name)
          const lost = own.filter(({ isLost }) => isLost).length
          return own.length ? `${lost}/${own.length} ${percent(lost / own.length)}` : '–'
        }),
      ]),
      ['all', ...byLanguage.map(({ lost }) => percent(lost.value, 2))],
    ],
  )
  printTable(
    'Alarms lost per language (95 % bootstrap intervals)',
    ['', 'tried', 'lost'],
    byLanguage.map(({ language, tries, lost }) => [language, String(tries.length), shareWithInterval(lost)]),
  )
  if (isListing) {
    console.log('\nAlarms lost')
    for (const { tries } of byLanguage)
      for (const { language, transformation, alarm, text, isLost } of tries)
        if (isLost) console.log(`${language}  ${transformation}: ${alarm} → ${text}`)
  }
  return byLanguage.map(({ language, alarms, lost }) => ({
    name: `alarms lost in ${language} ≤ ${percent(budget, 0)}, of at least ${leastAlarms} alarms`,
    measured: `${percent(lost.value, 2)} of the transformations of ${alarms.length} alarms`,
    met: alarms.length >= leastAlarms && lost.value <= budget,
  }))
}
