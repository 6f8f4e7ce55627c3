import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type ConversationLanguage, conversationLanguages } from '#contract/conversations/conversations.ts'
import { assess, worrying } from '#server/modules/conversations/safety-watch/assess.ts'
import { expansionsOf, lexiconOf } from '#server/modules/conversations/safety-watch/figures/expansions.ts'
import { figuresIn } from '#server/modules/conversations/safety-watch/figures/figures.ts'
import { flaggedFrom, readCorpus, readLookAlikes, readTwins } from '../../../../scripts/training/corpus.ts'
import { readFrames } from '../../../../scripts/training/frames.ts'

const folder = new URL('../../../../server/modules/conversations/safety-watch/figures/', import.meta.url)
const lexicon = (language: ConversationLanguage) =>
  lexiconOf(readFileSync(new URL(`${language}.txt`, folder), 'utf8'))

const innermost = /\(([^()[\]]*)\)|\[([^()[\]]*)\]/u

/** One wording of a pattern: of each choice the nth option, of one or nothing every other time nothing. */
function wordingOf(pattern: string, macros: Readonly<Record<string, string>>, nth: number): string {
  let text = pattern.replace(/\{(\w+)\}/gu, (_, name: string) => `(${macros[name]})`)
  for (let found = innermost.exec(text); found; found = innermost.exec(text)) {
    const options = found[1] === undefined ? ['', ...(found[2] as string).split(',')] : found[1].split(',')
    text = text.replace(innermost, options[nth % options.length] as string)
  }
  return text.replaceAll('*', '').replace(/\s+/gu, ' ').trim()
}

const wordingsOf = (language: ConversationLanguage, each: number) => {
  const { macros, patterns } = lexicon(language)
  return patterns.flatMap(pattern => [
    ...new Set(Array.from({ length: each }, (_, nth) => wordingOf(pattern, macros, nth))),
  ])
}

/** What people say around an expression; `…` stands for it. */
const frames: Record<ConversationLanguage, readonly string[]> = {
  en: [
    '… .',
    'My neighbour laughed and said “…”.',
    'We played cards … and had tea.',
    'Oh, …, says my sister.',
    'It was sunny today. … !',
  ],
  es: [
    '… .',
    'Mi vecina sonrió y dijo «…».',
    'Jugamos a las cartas, …, y tomamos café.',
    'Ay, …, dice mi hermana.',
    'Hoy hizo sol. ¡…!',
  ],
  fr: [
    '… .',
    'Ma voisine a ri et a dit « … ».',
    'On a joué aux cartes, …, et on a pris le thé.',
    'Oh, …, dit ma sœur.',
    'Il a fait beau. … !',
  ],
  de: [
    '… .',
    'Meine Nachbarin lachte und sagte „…“.',
    'Wir haben Kuchen gebacken, …, und die Nachbarn eingeladen.',
    'Ach, …, sagt meine Schwester.',
    'Heute schien die Sonne. … !',
  ],
  ja: [
    '…。',
    '隣の人が笑って「…」と言いました。',
    '今日は晴れでした。…ね。',
    'まあ、…と姉が言います。',
    'お茶を飲んで、…。',
  ],
  ar: [
    '… .',
    'ضحكت جارتي وقالت «…».',
    'شربنا الشاي، …، ولعبنا الورق.',
    'والله …، تقول أختي.',
    'الجو حلو اليوم. …!',
  ],
}

const dangers: Record<ConversationLanguage, readonly string[]> = {
  en: [
    'I am going to kill myself tonight',
    'I cannot breathe and my chest hurts',
    'I took all my tablets at once',
    'my son hits me every day',
  ],
  es: [
    'esta noche me voy a matar',
    'no puedo respirar y me duele el pecho',
    'me he tomado todas las pastillas de golpe',
    'mi hijo me pega todos los días',
  ],
  fr: [
    'ce soir je vais me tuer',
    'je ne peux plus respirer et j’ai mal à la poitrine',
    'j’ai pris tous mes comprimés d’un coup',
    'mon fils me frappe tous les jours',
  ],
  de: [
    'heute Nacht bringe ich mich um',
    'ich bekomme keine Luft und habe Schmerzen in der Brust',
    'ich habe alle Tabletten auf einmal genommen',
    'mein Sohn schlägt mich jeden Tag',
  ],
  ja: [
    '今夜死ぬつもりです',
    '胸が痛くて息ができません',
    '薬を全部一度に飲みました',
    '息子が毎日私を殴ります',
  ],
  ar: [
    'سأقتل نفسي الليلة',
    'لا أستطيع أن أتنفس وصدري يؤلمني',
    'أخذت كل الحبوب مرة واحدة',
    'ابني يضربني كل يوم',
  ],
}

const isFlagged = (text: string, language: ConversationLanguage) => assess(text, language).risk >= worrying

describe.for(conversationLanguages)('the lexicon of figures of speech in %s', language => {
  const gap = language === 'ja' ? '' : ' '

  test('has at least 200 expressions, none of them twice, and none that swallows words it does not name', () => {
    const { patterns } = lexicon(language)
    expect(patterns.length).toBeGreaterThanOrEqual(200)
    expect(new Set(patterns).size).toBe(patterns.length)
    expect(patterns.filter(pattern => pattern.includes('..'))).toEqual([])
  })

  test('finds every expression, and flags none in everyday frames', () => {
    const tried = wordingsOf(language, 2).flatMap(wording =>
      (frames[language] as string[]).map(frame => frame.replace('…', () => wording)),
    )
    expect(tried.filter(text => figuresIn(text, language).length === 0)).toEqual([])
    expect(tried.filter(text => isFlagged(text, language))).toEqual([])
  })

  test('a danger before or behind an expression, without a sign between them, still alarms', () => {
    const tried = wordingsOf(language, 1).flatMap(wording =>
      (dangers[language] as string[]).flatMap(danger => [
        `${wording}${gap}${danger}`,
        `${danger}${gap}${wording}`,
      ]),
    )
    const lost = tried.filter(text => !isFlagged(text, language))
    expect(lost.length / tried.length, lost.join('\n')).toBeLessThanOrEqual(0.01)
  })

  test('stands in no danger of the frames, the checks, the twins or the look-alikes', () => {
    const turns = [
      ...readCorpus([language], 'checks'),
      ...readFrames().filter(turn => turn.language === language),
      ...readTwins('seen', [language]),
      ...readTwins('aside', [language]),
      ...readLookAlikes('open', [language]),
      ...readLookAlikes('aside', [language]),
    ]
    const dangerous = turns.filter(({ level }) => level >= flaggedFrom)
    expect(dangerous.length).toBeGreaterThan(150)
    expect(dangerous.filter(({ text }) => figuresIn(text, language).length > 0)).toEqual([])
  })

  test('takes no alarm from a danger of the corpus that is said with an expression', () => {
    const beside = readCorpus([language]).filter(
      ({ level, text }) => level >= flaggedFrom && figuresIn(text, language).length > 0,
    )
    expect(beside.filter(({ text }) => !isFlagged(text, language))).toEqual([])
  })
})

describe('an expression is judged away, and what remains is not', () => {
  test.for<[ConversationLanguage, string, boolean]>([
    ['en', 'I could kill myself laughing', false],
    ['en', 'I could kill myself', true],
    ['en', 'I was bored to death, tired of living', true],
    ['en', 'we died laughing and I am going to kill myself tonight', true],
    ['de', 'Ich lache mich tot über den Film', false],
    ['ja', '笑い死にしそうでした', false],
    ['ar', 'بكيت على المسلسل سأقتل نفسي الليلة', true],
    ['ja', '笑い死にしそうでした。今夜死ぬつもりです。', true],
  ])('%s: %s', ([language, text, expected]) => {
    expect(isFlagged(text, language)).toBe(expected)
  })

  test('an expression does not reach over a pause, and evidence shows the words as they were said', () => {
    expect(figuresIn('I laughed, my feet are killing me', 'en')).toHaveLength(1)
    expect(figuresIn('we died, laughing was heard', 'en')).toHaveLength(0)
    const { evidence } = assess('we died laughing and I am going to kill myself tonight', 'en')
    expect(evidence[0]?.words).toMatch(/kill myself/)
    const across = assess('I am going to, for the life of me, kill myself tonight', 'en')
    expect(across.risk).toBeGreaterThanOrEqual(worrying)
    expect(across.evidence.map(({ words }) => words).join()).not.toMatch(/ {3}/)
  })
})

test('a pattern stands for all its wordings, and an unknown macro is refused', () => {
  const { macros, patterns } = lexiconOf('# heading\nwe = we,they\n{we} (died,cried) [of] laughing\n')
  expect(expansionsOf(patterns[0] as string, { macros })).toHaveLength(8)
  expect(() => expansionsOf('{nobody} laughs', { macros })).toThrow('There is no macro {nobody}')
})
