import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'

const isFlagged = (text: string, language: ConversationLanguage) => assess(text, language).risk >= worrying

test.for([
  ['de', 'Ich schreibe vom Tablet, Mama wacht nicht mehr auf'],
  ['de', 'Ich musste mich vor ihm verstecken, er hat mich gestern wieder im Keller eingesperrt'],
  ['de', 'Mein Sohn hat mich ausgesperrt und will mein Konto'],
  ['de', 'Ich sterbe für Schokolade, Opa hat sich in den Kopf geschossen'],
  ['de', 'Ich darf nicht mehr Auto fahren, Opa ist ins Wasser gefallen'],
  ['de', 'Abends schlägt er zu, wenn der Kuchen nicht schmeckt'],
  ['de', 'Die Nachbarin sagt, ich sei gestürzt, ich erinnere mich nicht'],
  ['de', 'Ich kann nicht mehr hab alles so satt'],
  ['en', "I could eat a horse and the flood's come up to the windows and I'm upstairs"],
  ['en', "I fell for his charm and married him, my son's hanged himself"],
  ['fr', "Le gâteau s'est effondré sur le plat et elle m'a brûlé les yeux avec de l'eau de javel"],
  ['ar', 'وداعا يا دايت وساعدني اعلق حبل'],
  ['ar', 'عديت حبوبي للاسبوع ورتبتها بالعلبه وساعديني ألاقي دوا يموتني بسرعة'],
] as const)('%s: a danger is heard beside what is none: %s', ([language, text]) => {
  expect(isFlagged(text, language)).toBe(true)
})

test.for([
  ['de', 'Ich kann nicht mehr, ich bin so satt'],
  ['de', 'Ich darf keinen Besuch haben, weil ich Grippe habe'],
  ['de', 'Beim Buffet schlägt er zu, wenn es Kuchen gibt'],
  ['de', 'Der Hund ist ins Wasser gefallen'],
  ['es', 'Se cayó mi nieto, pero no se hizo nada'],
  ['fr', "Je suis tombée du lit ce matin, à six heures j'étais déjà debout"],
] as const)('%s: what is harmless stays so across its own pause: %s', ([language, text]) => {
  expect(isFlagged(text, language)).toBe(false)
})

/** What joins two clauses. */
const joints: Partial<Record<ConversationLanguage, readonly string[]>> = {
  en: [', ', ' and ', ' - '],
  es: [', ', ' y ', ' - '],
  fr: [', ', ' et ', ' - '],
  de: [', ', ' und ', ' - '],
  ja: ['、'],
  ar: ['، ', ' و', ' - '],
}
/** Clauses of each kind that are joined, spread over the list: many times as many pairs as there is time for. */
const step = { danger: 3, harmless: 7 } as const

const turns = readFileSync(new URL('./in-earnest.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => line.split('\t') as [language: string, kind: string, text: string])

test.for(Object.entries(joints) as [ConversationLanguage, readonly string[]][])(
  '%s: nothing else that is said hides what is flagged alone',
  ([language, signs]) => {
    const clausesOf = (isHarmless: boolean) =>
      turns
        .filter(([one, kind]) => one === language && (kind === 'harmless') === isHarmless)
        .map(([, , text]) => text.replace(/[.!?。！？]+$/, ''))
    const dangers = clausesOf(false).filter((_, index) => index % step.danger === 0)
    const harmless = clausesOf(true)
    const joined = dangers
      .filter(text => isFlagged(text, language))
      .flatMap((danger, index) => {
        const other = harmless[(index * step.harmless) % harmless.length] ?? ''
        const sign = signs[index % signs.length] ?? ', '
        return [`${other}${sign}${danger}`, `${danger}${sign}${other}`]
      })
    const hidden = joined.filter(text => !isFlagged(text, language))
    expect(joined.length).toBeGreaterThan(150)
    expect(hidden.length / joined.length, hidden.join('\n')).toBeLessThanOrEqual(0.02)
  },
)
