import { describe, expect, test } from 'vitest'
import { type ConversationLanguage, conversationLanguages } from '#contract/conversations/conversations.ts'
import { riskLevelOf } from '#contract/conversations/judgement.ts'
import { assess } from '#server/modules/conversations/safety-watch/assess.ts'
import { dangers, harmless } from './spoken.ts'

const prefixes: Record<ConversationLanguage, string> = {
  en: 'I used to garden. ',
  es: 'Antes cuidaba el jardín. ',
  fr: 'Hier j’ai vu ma voisine. ',
  de: 'Gestern war schönes Wetter. ',
  ja: '今日はいい天気ですね。',
  ar: 'كان الجو جميلا اليوم. ',
}
const runOn: Record<ConversationLanguage, string> = {
  en: 'we had soup for lunch and ',
  es: 'comimos sopa y ',
  fr: 'on a mangé de la soupe et ',
  de: 'wir haben Suppe gegessen und ',
  ja: '昼はおそばを食べました',
  ar: 'تغدينا شوربة و ',
}
const suffixes: Record<ConversationLanguage, string> = {
  en: ' but how are you',
  es: ' pero cómo está usted',
  fr: ' mais comment allez-vous',
  de: ' aber wie geht es Ihnen',
  ja: '、お元気ですか',
  ar: ' بس كيف حالك',
}

describe.for(conversationLanguages)('%s', language => {
  test.for(dangers[language])('%s: %s', ([context, text]) => {
    const found = assess(text, language)
    expect(found.context).toBe(context)
    expect(found.risk).toBeGreaterThanOrEqual(0.4)
    expect(found.categories).toContain(context)
  })

  test.for(harmless[language])('no danger: %s', text => {
    expect(assess(text, language).risk).toBeLessThan(0.4)
  })

  test.for(dangers[language])('no addition or variation hides it: %s, %s', ([, text]) => {
    const { risk } = assess(text, language)
    const bare = text.replace(/[.。]$/, '')
    for (const said of [
      prefixes[language] + text,
      runOn[language] + text,
      bare + suffixes[language],
      text.toUpperCase(),
      text.replace(/['’]/g, ''),
      text.replace(/[.,،、。]/g, ''),
    ])
      expect(riskLevelOf(assess(said, language).risk), said).toBe(riskLevelOf(risk))
  })

  test.for(dangers[language])('it is seen whatever the conversation’s language: %s, %s', ([, text]) => {
    for (const other of conversationLanguages)
      expect(assess(text, other).risk, other).toBeGreaterThanOrEqual(0.4)
  })
})

test('a change of language in mid-sentence hides nothing', () => {
  expect(assess('Gestern war schön but I want to kill myself', 'de').risk).toBeGreaterThanOrEqual(0.6)
  expect(assess('The weather is nice pero ya no quiero vivir', 'en').risk).toBeGreaterThanOrEqual(0.6)
  expect(assess('bonjour, ich will sterben', 'fr').risk).toBeGreaterThanOrEqual(0.6)
})

test('a single typing error hides nothing', () => {
  for (const text of [
    'I wnat to kil myself',
    'I am goign to kill myslef',
    'i cant breeathe',
    'my chset hurts',
  ])
    expect(assess(text, 'en').risk, text).toBeGreaterThanOrEqual(0.6)
})

test('a long text is graded by how much of it is about the writer’s own self-harm', () => {
  const calm = 'Today I went to work and then I cooked something and watched a show with my sister. '
  const some = `${calm.repeat(9)}I want to die. `
  const much =
    `${calm.repeat(3)}I want to die. I do not want to live anymore. I think about killing myself. `.repeat(3)
  const advice = `${'You should talk with your doctor, you will get better and you have people around you. '.repeat(9)}Suicide is never the answer. `
  const risk = (text: string) => assess(text, 'en').risk
  expect(risk(calm.repeat(10))).toBeLessThan(0.4)
  expect(risk(some)).toBeGreaterThanOrEqual(0.6)
  expect(risk(much)).toBeGreaterThan(risk(some))
  expect(risk(advice)).toBeLessThan(risk(some))
})

test.each(conversationLanguages)(
  'the time of judging grows with the length of a text, not with its square (%s)',
  language => {
    const sentences = [...dangers[language].map(([, text]) => text), ...harmless[language]]
    const text = sentences.join('. ')
    for (const sentence of [...sentences, text]) assess(sentence, language)
    const apart = sentences.reduce((sum, sentence) => sum + judgingMs(sentence, language), 0)
    // Words of a single sentence are remembered better: twice as long is usual, ten times on a busy machine; some hundred
    // times would be the square.
    expect(judgingMs(text, language)).toBeLessThan(30 * apart)
  },
)

/** The quickest of three, in milliseconds: other processes of the machine are not measured. */
function judgingMs(text: string, language: ConversationLanguage): number {
  const times = Array.from({ length: 3 }, () => {
    const began = performance.now()
    assess(text, language)
    return performance.now() - began
  })
  return Math.min(...times)
}
