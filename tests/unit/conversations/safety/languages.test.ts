import { describe, expect, test } from 'vitest'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'

describe('German', () => {
  test.each([
    ['a compound is read by its head', 'Die Kreislauftropfen hab ich glaube ich schon zweimal genommen'],
    ['a verb without its ending and a dialect denial', 'ich komm nimma vom sofa rauf'],
    ['"does not go away" is no denial', 'Der Druck in der Brust geht nicht weg'],
    ['a denial within the statement', 'Ich habe Angst und bekomme keine Luft'],
  ])('%s', (_, said) => {
    expect(assess(said, 'de').risk).toBeGreaterThanOrEqual(worrying)
  })

  test.each([
    'Ich komme nicht mehr auf den Namen vom Bürgermeister',
    'Mein Sohn holt mich am Bahnhof ab',
    'Was macht man eigentlich bei einem Schlaganfall?',
    'Schmerzen in der Brust habe ich nicht',
  ])('raises no alarm: %s', said => {
    expect(assess(said, 'de').risk).toBeLessThan(worrying)
  })
})

describe('Japanese', () => {
  test.each([
    ['kana is read as kanji', 'ころんで おきれません'],
    ['kana of two words', 'むねがくるしくて いきができません'],
    ['a regional form', 'もう生きとうない'],
    ['"does not go away" is no denial', '胸の痛みが取れません'],
  ])('%s', (_, said) => {
    expect(assess(said, 'ja').risk).toBeGreaterThanOrEqual(worrying)
  })

  test('the evidence is quoted verbatim', () => {
    const said = 'きょうは ころんで おきれません'
    const [{ words = '' } = {}] = assess(said, 'ja').evidence
    expect(words).not.toBe('')
    expect(said).toContain(words)
  })

  test.each([
    '看護師さんがお茶を持ってきてくれます',
    'ガスの検針が来ました',
    '孫が怖い話をしてくれました',
    '助けてくれてありがとう',
    '旅行の日にちを決めました',
  ])('raises no alarm: %s', said => {
    expect(assess(said, 'ja').risk).toBeLessThan(worrying)
  })
})

describe('Arabic', () => {
  test.each([
    ['a pronoun behind a verb', 'حبوب النوم جمعتها كلها لليله'],
    ['the Egyptian denial around a verb', 'مأكلتش من يومين'],
    ['alef maqsura at the end, joined conjunction and future', 'وسأقتل نفسى غدا'],
  ])('%s', (_, said) => {
    expect(assess(said, 'ar').risk).toBeGreaterThanOrEqual(worrying)
  })

  test.each(['ساعدتني الممرضة كثيرا', 'عملت قهوة للضيوف', 'صرت أطبخ لوحدي', 'آخذ الدواء مرتين في اليوم'])(
    'an everyday word is not taken for misspelt danger: %s',
    said => {
      expect(assess(said, 'ar').risk).toBeLessThan(worrying)
    },
  )
})
