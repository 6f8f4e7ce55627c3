import { describe, expect, test } from 'vitest'
import { type ConversationLanguage, conversationLanguages } from '#contract/conversations/conversations.ts'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'
import { repaired } from '#server/modules/conversations/safety-watch/text/repaired.ts'
import { everyday } from '../../../../scripts/training/everyday.ts'

const misspelt: [ConversationLanguage, string, string][] = [
  ['en', 'I cannot breathhe any more', 'I cannot breathe any more'],
  ['es', 'no puedo resipirar', 'no puedo respirar'],
  ['fr', 'je suis tombée dans la cuisnie', 'je suis tombée dans la cuisine'],
  ['de', 'ich liege auf dem Bdoen', 'ich liege auf dem boden'],
  ['ar', 'ضرربني ابني', 'ضربني ابني'],
  ['ja', '血が止まならいね、もう一時間。', '血が止まらないね、もう一時間。'],
]
test.for(misspelt)('in %s “%s” is read as “%s”', ([language, written, meant]) => {
  expect(repaired(written, language)?.text).toBe(meant)
})

test('an Arabic word is mended behind what is attached to it', () => {
  expect(repaired('وقعت بالشاررع', 'ar')?.text).toBe('وقعت بالشارع')
})

test.for(conversationLanguages)('everyday sentences of %s are read as they stand', language => {
  for (const text of everyday[language]) expect(repaired(text, language), text).toBeNull()
})

test('names, numbers and signs are not taken for errors', () => {
  for (const text of ['We met Falll yesterday', '', '   ', '12345', '😀😀', '…', 'xqzwvk', 'a b c'])
    expect(repaired(text, 'en'), text).toBeNull()
})

test('every sign keeps its place in what was written', () => {
  const text = 'Well, I cannot breathhe, 孫が溺れていまます。 ضرربني ابني!'
  const reading = repaired(text, 'en')
  if (!reading) throw new Error('Nothing was mended')
  expect(reading.places).toHaveLength(reading.text.length + 1)
  expect(reading.places.at(-1)).toBe(text.length)
  for (const [at, place] of reading.places.entries()) {
    expect(place).toBeGreaterThanOrEqual(reading.places[at - 1] ?? 0)
    expect(place).toBeLessThanOrEqual(text.length)
  }
  for (const [word, place] of [
    ['Well', 0],
    ['breathe', text.indexOf('breathhe')],
    ['ابني', text.indexOf('ابني')],
  ] as const)
    expect(reading.places[reading.text.indexOf(word)]).toBe(place)
})

test('a text without end is read in time that grows with its length', () => {
  const time = (text: string) => {
    const from = performance.now()
    repaired(text, 'ar')
    return performance.now() - from
  }
  const turn = 'ضرربني ابني، I cannot breathhe Anymoree。孫が溺れていまます。 '
  repaired(turn, 'ar')
  const [short, long] = [time(turn.repeat(100)), time(turn.repeat(1_000))]
  expect(long).toBeLessThan(Math.max(short, 5) * 60)
})

describe.for<[ConversationLanguage, string, string]>([
  ['ja', '死ぬもりです、もう笑えません。', '死ぬもり'],
  ['ja', '気分は最悪、溺れるつつもりで、もう出かけます。', '溺れるつつもり'],
])('in %s “%s”', ([language, text, words]) => {
  const { risk, evidence } = assess(text, language)
  test('raises an alarm', () => expect(risk).toBeGreaterThanOrEqual(worrying))
  test('shows the words as they were written', () => {
    expect(evidence.length).toBeGreaterThan(0)
    for (const each of evidence) expect(text).toContain(each.words)
    expect(evidence.map(each => each.words).join(' ')).toContain(words)
  })
})

test.for<[ConversationLanguage, string]>([
  ['en', 'We had a lovley walk along the rivver'],
  ['es', 'hoy hemos comido una paelal muy rica'],
  ['fr', 'nous avons mangé une tarrte aux pommes'],
  ['de', 'wir haben im Grten Kaffee getrunken'],
  ['ja', '庭の花ががきれいに咲きました'],
  ['ar', 'شربنا الشاي في الحديققة مع الجيران'],
])('in %s an everyday turn with an error stays harmless: “%s”', ([language, text]) => {
  expect(assess(text, language).risk).toBeLessThan(worrying)
})
