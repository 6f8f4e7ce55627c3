import { describe, expect, test } from 'vitest'
import { japanese } from '#server/adapters/chat/embedded/phrases/ja.ts'
import { kana } from '#server/adapters/voices/espeak/kana.ts'

const kanji = /\p{Script=Han}/u

/** Every phrase of the companion; what it listens for is no phrase. */
const phrasesIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value instanceof RegExp
      ? []
      : Object.values(value as object).flatMap(phrasesIn)

describe('Japanese is converted to kana', () => {
  test.each(phrasesIn(japanese))('%s', phrase => expect(kana(phrase)).not.toMatch(kanji))

  test.each([
    ['今日は少し体を動かせましたか。', 'きょうわすこしからだをうごかせましたか。'],
    ['お薬は台所にあります', 'おくすりわだいどころにあります'],
    ['8時に病院へ行きます', '8じにびょういんえいきます'],
    ['娘の誕生日は日曜日です', 'むすめのたんじょうびわにちようびです'],
    ['はい、一日に三回飲みます。', 'はい、いちにちにさんかいのみます。'],
    ['若いころを思い出す歌は何ですか。', 'わかいころをおもいだすうたわなんですか。'],
  ])('%s as %s', (text, read) => expect(kana(text)).toBe(read))

  test('unknown characters stay, to be refused', () => expect(kana('薔薇の花')).toBe('薔薇のはな'))
})
