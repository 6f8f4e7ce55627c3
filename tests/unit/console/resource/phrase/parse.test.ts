import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '#contract/kit/language.ts'
import type { Filter } from '#kit/resource/filter.ts'
import type { Grammar } from '#kit/resource/phrase/grammar.ts'
import { parsePhrase } from '#kit/resource/phrase/parse.ts'
import devices from '#resources/devices.tsx'
import subscriptions from '#resources/subscriptions.tsx'
import { grammarIn, labelsOf } from './grammars.ts'

const languages: readonly Language[] = ['en', 'es', 'fr', 'de', 'ja', 'ar']
const is = (...values: string[]): Filter => ({ by: 'is', values })
const not = (...values: string[]): Filter => ({ by: 'not', values })
const between = (range: { from?: string; to?: string }): Filter => ({ by: 'between', ...range })

const grammars = {} as Record<Language, Grammar>
beforeAll(async () => {
  for (const language of languages) grammars[language] = await grammarIn(language, devices)
})

const doubtsOf = (sentence: string, language: Language = 'en') =>
  parsePhrase(sentence, grammars[language]).doubts.map(({ start, end, why }) => [
    sentence.slice(start, end),
    why,
  ])

describe('a sentence about devices', () => {
  // It is Friday, 13 March 2026.
  it.each<[Language, string, Record<string, Filter>]>([
    [
      'en',
      'silent pendants since Friday',
      { state: is('silent'), kind: is('pendant'), last_seen_at: between({ to: '2026-03-13' }) },
    ],
    ['en', 'Show me all the silent pendants', { state: is('silent'), kind: is('pendant') }],
    [
      'en',
      'pendants or hubs with battery below 20 %',
      { kind: is('pendant', 'hub'), battery: between({ to: '19' }) },
    ],
    ['en', 'under 15% battery', { battery: between({ to: '14' }) }],
    ['en', 'battery between 10 and 30', { battery: between({ from: '10', to: '30' }) }],
    [
      'en',
      'fall sensors last seen yesterday',
      { kind: is('fall_sensor'), last_seen_at: between({ from: '2026-03-12', to: '2026-03-12' }) },
    ],
    ['en', 'devices created in October', { created_at: between({ from: '2025-10-01', to: '2025-10-31' }) }],
    ['en', 'devices created in February', { created_at: between({ from: '2026-02-01', to: '2026-02-28' }) }],
    ['en', 'created before 3 March 2026', { created_at: between({ to: '2026-03-02' }) }],
    ['en', 'created after March 3rd', { created_at: between({ from: '2026-03-04' }) }],
    [
      'en',
      'created between 2026-01-05 and 2026-02-06',
      { created_at: between({ from: '2026-01-05', to: '2026-02-06' }) },
    ],
    ['en', 'not faulty and not retired', { status: not('faulty', 'retired') }],
    [
      'en',
      'offline wristbands in the last 7 days',
      { status: is('offline'), kind: is('wristband'), last_seen_at: { by: 'last', span: '7d' } },
    ],
    ['en', 'last seen more than 2 hours ago', { last_seen_at: { by: 'before', span: '2h' } }],
    ['en', 'silent for 2 days', { state: is('silent'), last_seen_at: between({ to: '2026-03-11' }) }],
    [
      'en',
      'silent for more than 7 days',
      { state: is('silent'), last_seen_at: { by: 'before', span: '7d' } },
    ],
    ['en', 'created last week', { created_at: between({ from: '2026-03-01', to: '2026-03-07' }) }],
    ['en', 'serial number AB-12', { serial: { by: 'has', text: 'AB-12' } }],
    ['en', 'NEVER REPORTED hub', { state: is('unknown'), kind: is('hub') }],
    [
      'es',
      'colgantes silenciosos desde el viernes',
      { state: is('silent'), kind: is('pendant'), last_seen_at: between({ to: '2026-03-13' }) },
    ],
    [
      'es',
      'Pulseras averiadas con batería por debajo del 20 %',
      { kind: is('wristband'), status: is('faulty'), battery: between({ to: '19' }) },
    ],
    [
      'es',
      'dispositivos creados en octubre de 2025',
      { created_at: between({ from: '2025-10-01', to: '2025-10-31' }) },
    ],
    [
      'es',
      'centrales sin conexión en los últimos 7 días',
      { kind: is('hub'), status: is('offline'), last_seen_at: { by: 'last', span: '7d' } },
    ],
    [
      'fr',
      'médaillons silencieux depuis vendredi',
      { state: is('silent'), kind: is('pendant'), last_seen_at: between({ to: '2026-03-13' }) },
    ],
    [
      'fr',
      'bracelets en panne avec une batterie inférieure à 20 %',
      { kind: is('wristband'), status: is('faulty'), battery: between({ to: '19' }) },
    ],
    ['fr', 'appareils créés avant le 3 mars 2026', { created_at: between({ to: '2026-03-02' }) }],
    ['fr', 'appareils hors ligne depuis plus de 7 jours', { status: is('offline') }],
    [
      'de',
      'stumme Anhänger seit Freitag',
      { state: is('silent'), kind: is('pendant'), last_seen_at: between({ to: '2026-03-13' }) },
    ],
    [
      'de',
      'defekte Armbänder mit Akku unter 20 %',
      { kind: is('wristband'), status: is('faulty'), battery: between({ to: '19' }) },
    ],
    ['de', 'zuletzt gemeldet vor mehr als 2 Stunden', { last_seen_at: { by: 'before', span: '2h' } }],
    ['de', 'angelegt im Oktober 2025', { created_at: between({ from: '2025-10-01', to: '2025-10-31' }) }],
    [
      'ja',
      '金曜日から通信途絶のペンダント',
      { state: is('silent'), kind: is('pendant'), last_seen_at: between({ to: '2026-03-13' }) },
    ],
    ['ja', '電池残量が20%未満のリストバンド', { kind: is('wristband'), battery: between({ to: '19' }) }],
    ['ja', '故障以外のハブ', { status: not('faulty'), kind: is('hub') }],
    ['ja', '作成日時が2025年10月3日以降', { created_at: between({ from: '2025-10-03' }) }],
    ['ja', '過去７日のオフライン', { status: is('offline'), last_seen_at: { by: 'last', span: '7d' } }],
    [
      'ar',
      'القلادات الصامتة منذ الجمعة',
      { state: is('silent'), kind: is('pendant'), last_seen_at: between({ to: '2026-03-13' }) },
    ],
    ['ar', 'الأجهزة غير المتصلة', { status: is('offline') }],
    ['ar', 'البطارية أقل من 20', { battery: between({ to: '19' }) }],
  ])('in %s: %s', (language, sentence, filters) => {
    const phrase = parsePhrase(sentence, grammars[language])
    expect(phrase.filters).toEqual(filters)
    if (!sentence.includes('depuis plus de')) expect(phrase.doubts).toEqual([])
  })

  it('does not apply what it does not understand, and says where', () => {
    expect(doubtsOf('silent pendants of Casa Serena')).toEqual([['Casa Serena', 'unknown']])
    expect(doubtsOf('purple pendants with battery')).toEqual([
      ['purple', 'unknown'],
      ['battery', 'incomplete'],
    ])
    expect(doubtsOf('pendants 20')).toEqual([['20', 'incomplete']])
    expect(doubtsOf('not')).toEqual([['not', 'incomplete']])
    expect(doubtsOf('30 February 2026')).not.toEqual([])
  })

  it('does not take “or” between two fields for “and”', () => {
    expect(doubtsOf('faulty or silent devices')).toEqual([['or', 'conflict']])
    expect(doubtsOf('not offline or faulty')).toEqual([['faulty', 'conflict']])
  })

  it('does not narrow to nothing', () => {
    expect(doubtsOf('created after 3 March 2026 created before 1 March 2026')).toEqual([
      ['before 1 March 2026', 'conflict'],
    ])
    expect(doubtsOf('battery above 30 battery below 20')).toHaveLength(1)
  })

  it('finds records by the names it was given, quoted or not, and never chooses between namesakes', () => {
    const casa = { field: 'organization_id', value: 'a', text: 'Casa de la Hub' }
    const { filters, doubts } = parsePhrase('hubs of "Casa de la Hub" since Monday', grammars.en, [casa])
    expect(filters).toEqual({
      kind: is('hub'),
      organization_id: is('a'),
      last_seen_at: between({ from: '2026-03-09' }),
    })
    expect(doubts).toEqual([])
    const twins = [casa, { ...casa, value: 'b' }]
    const unclear = parsePhrase('hubs of Casa de la Hub', grammars.en, twins)
    expect(unclear.filters).toEqual({ kind: is('hub') })
    expect(unclear.doubts).toMatchObject([{ why: 'namesakes' }])
  })

  it('proposes stretches between unknown words first as names, the longest first', () => {
    expect(parsePhrase('hubs of Casa of Serena', grammars.en).candidates).toEqual([
      'Casa of Serena',
      'Serena',
      'Casa',
      'hubs of Casa of Serena',
      'hubs of Casa',
    ])
  })

  it.each([
    ['hubs of Villa Hub-a84839fc', 'Villa Hub-a84839fc'],
    ['silent hubs of Hub Serena', 'Hub Serena'],
    ['silent hubs of Serena Battery since Friday', 'Serena Battery'],
    ['pendants of House 12 Linden', 'House 12 Linden'],
  ])('proposes names that contain words of the list: %s', (sentence, name) => {
    expect(parsePhrase(sentence, grammars.en).candidates.slice(0, 12)).toContain(name)
    const casa = { field: 'organization_id', value: 'a', text: name }
    expect(parsePhrase(sentence, grammars.en, [casa])).toMatchObject({
      filters: { organization_id: is('a') },
      doubts: [],
    })
  })
})

it('does not choose between options of two fields, unless the field is named', async () => {
  const grammar = await grammarIn('en', subscriptions)
  const fields = [...subscriptions.filterFields.keys()]
  expect(fields).toContain('status')
  expect(parsePhrase('yearly professional subscriptions past due', grammar).filters).toEqual({
    billing_cycle: is('yearly'),
    plan: is('professional'),
    status: is('past_due'),
  })
})

describe.each(languages)('any sentence in %s', language => {
  it('is read without an error; everything is applied, ignored or reported in order', () => {
    const words = Object.values(grammars[language].choices.map(({ choice }) => choice.value))
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(...words, '20', 'since', 'または', '3 March', '"', '「'),
    )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), parts => {
        const sentence = parts.join(' ')
        const { doubts, filters } = parsePhrase(sentence, grammars[language])
        for (const { start, end } of doubts) expect(sentence.slice(start, end).trim()).not.toBe('')
        expect(doubts).toEqual(doubts.toSorted((one, other) => one.start - other.start))
        for (const name of Object.keys(filters)) expect(devices.filterFields.has(name)).toBe(true)
      }),
    )
  })

  it('understands every option by its label', async () => {
    const grammar = grammars[language]
    const labels = await labelsOf(language, devices)
    const missed = grammar.choices.filter(({ choice }) => {
      const { filters, doubts } = parsePhrase(labels.option(choice.field, choice.value), grammar)
      const filter = filters[choice.field]
      return !(filter?.by === 'is' && filter.values.includes(choice.value)) && doubts[0]?.why !== 'ambiguous'
    })
    expect(missed.map(({ choice }) => choice)).toEqual([])
  })
})
