import type { Goal } from '../goals.ts'
import { type Category, categories, type HeldOutRow, readHeldOut } from '../held-out.ts'
import { type Judgement, judge } from '../judge.ts'
import { type Language, languages } from '../languages.ts'
import { byLexicon, readLexicon } from '../lexicon.ts'
import { figure, percent, printTable, shareWithInterval, withInterval } from '../print.ts'
import { aucOf, bootstrap, f1Of, precisionOf, recallOf, shareOf } from '../statistics.ts'

export interface Judged extends HeldOutRow {
  language: Language
  judgement: Judgement
}

export const judgeHeldOut = (language: Language): Judged[] =>
  readHeldOut(language).map(row => ({ ...row, language, judgement: judge(row.text, language) }))

const flagging = (rows: readonly Judged[]) =>
  rows.map(({ flagged, judgement }) => ({ truth: flagged, predicted: judgement.flagged }))

/** Whether rows are flagged under the category that they are labelled with. */
const naming = (rows: readonly Judged[], category: Category) =>
  rows.map(row => ({
    truth: row.flagged && row.category === category,
    predicted: row.judgement.flagged && row.judgement.categories.includes(category),
  }))

const figures = ['recall', 'precision', 'F1'] as const
const statisticOf = { recall: recallOf, precision: precisionOf, F1: f1Of }

function printCategories(rows: readonly Judged[], language: Language): void {
  const line = (name: string, decisions: ReturnType<typeof naming>, flagged: string) => [
    name,
    String(decisions.filter(({ truth }) => truth).length),
    flagged,
    ...figures.map(name => withInterval(bootstrap(decisions, statisticOf[name]))),
  ]
  printTable(
    `Held-out sentences in ${language}: ${rows.length} (95 % bootstrap intervals)`,
    ['category', 'rows', 'flagged at all', ...figures],
    [
      line('any', flagging(rows), percent(recallOf(flagging(rows)))),
      ...categories.map(category => {
        const own = rows.filter(row => row.flagged && row.category === category)
        const flagged = bootstrap(
          own.map(({ judgement }) => judgement.flagged),
          shareOf,
        )
        return line(category, naming(rows, category), shareWithInterval(flagged))
      }),
    ],
  )
}

/** The share of each kind of a category that is flagged; the kinds by column, the languages by row. */
function printKinds(title: string, all: readonly Judged[], isShown: (row: Judged) => boolean): void {
  const shown = all.filter(isShown)
  const names = [...new Set(shown.map(({ kind }) => kind))]
  printTable(
    title,
    ['', ...names],
    languages.map(language => [
      language,
      ...names.map(name => {
        const rows = shown.filter(row => row.language === language && row.kind === name)
        return `${rows.filter(({ judgement }) => judgement.flagged).length}/${rows.length}`
      }),
    ]),
  )
}

/** How the risk score ranks self-harm above everything that must not be flagged. */
const ranking = (rows: readonly Judged[], score: (row: Judged) => number) =>
  rows
    .filter(({ category, flagged }) => category === 'self_harm' || !flagged)
    .map(row => ({ truth: row.category === 'self_harm', score: score(row) }))

export function evaluateRisk(data: string | undefined): { judged: Judged[]; goals: Goal[] } {
  const byLanguage = languages.map(language => ({ language, rows: judgeHeldOut(language) }))
  const judged = byLanguage.flatMap(({ rows }) => rows)
  for (const { language, rows } of byLanguage) printCategories(rows, language)
  printKinds(
    'Self-harm by tier of the Columbia scale, flagged of all',
    judged,
    row => row.category === 'self_harm',
  )
  printKinds('Harmless sentences, wrongly flagged of all', judged, row => row.category === 'none')

  const ranked = byLanguage.map(({ language, rows }) => ({
    language,
    auc: bootstrap(
      ranking(rows, ({ judgement }) => judgement.risk),
      aucOf,
    ),
  }))
  const english = byLanguage.find(({ language }) => language === 'en')?.rows ?? []
  const lexicon = data ? readLexicon(data) : null
  printTable(
    'ROC AUC of the risk score, self-harm against what must not be flagged',
    ['', 'safety watch', 'suicide-risk lexicon'],
    ranked.map(({ language, auc }) => [
      language,
      withInterval(auc),
      language === 'en' && lexicon
        ? withInterval(
            bootstrap(
              ranking(english, ({ text }) => byLexicon(text, lexicon)),
              aucOf,
            ),
          )
        : '–',
    ]),
  )
  const goals = ranked.map(({ language, auc }) => ({
    name: `self-harm ROC AUC on held-out sentences in ${language} ≥ 0.75`,
    measured: figure(auc.value),
    met: auc.value >= 0.75,
  }))
  return { judged, goals }
}

export function printMisses(judged: readonly Judged[]): void {
  console.log('\nHeld-out sentences judged wrongly')
  for (const { language, text, category, kind, flagged, judgement } of judged) {
    const isNamed = category === 'none' || judgement.categories.includes(category)
    if (judgement.flagged === flagged && (!flagged || isNamed)) continue
    const verdict = judgement.flagged ? judgement.categories.join(', ') || 'flagged' : 'not flagged'
    console.log(`${language}  ${category} ${kind} → ${verdict} (${judgement.risk}): ${text}`)
  }
}
