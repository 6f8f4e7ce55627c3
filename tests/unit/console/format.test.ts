// @module-tag clock

import { expect, test } from 'vitest'
import { formatIn } from '#kit/format.ts'
import { localeFormats } from '#kit/locale-formats.ts'
import { greetingAt } from '../../../src/pages/analytics/greeting.ts'

const madrid = formatIn('en-GB', 'Europe/Madrid')

test('instants are written in the person’s own zone', () => {
  expect(madrid.time('2026-07-01T12:02:00.000Z')).toBe('14:02')
  expect(madrid.date('2026-07-01T23:02:00.000Z')).toBe('2 Jul 2026')
})

test('numbers are written as the locale does', () => {
  expect(formatIn('es-ES', 'UTC').number(12_345.5)).toBe('12.345,5')
  expect(madrid.percent(4.256)).toBe('4.26%')
  expect(formatIn('en-US', 'UTC').money(1_200)).toBe('$1,200.00')
})

test('amounts stay in one piece within right-to-left text', () => {
  expect(formatIn('ar', 'UTC').money(1_200)).toBe('\u20661,200.00\u00a0US$\u2069')
  expect(formatIn('ar', 'UTC').money(-200)).toMatch(/^\u2066\u200e?-200\.00\u00a0US\$\u2069$/)
  expect(localeFormats('ar').cost(0.000_12)).toBe('\u20660.00012\u00a0US$\u2069')
})

test('names are sorted by the alphabet of the language', () => {
  const byName = (locale: string) =>
    localeFormats(locale).byName(['Zebra', 'Österreich', 'Oslo'], name => name)
  expect(byName('de')).toEqual(['Oslo', 'Österreich', 'Zebra'])
  expect(byName('sv')).toEqual(['Oslo', 'Zebra', 'Österreich'])
})

test('a missing value is a dash', () => {
  expect([madrid.number(null), madrid.money(null), madrid.time(null), madrid.ago(null)]).toEqual([
    '–',
    '–',
    '–',
    '–',
  ])
})

test.each([
  [20, '20 seconds ago'],
  [119, '1 minute ago'],
  [7_200, '2 hours ago'],
  [86_400, 'yesterday'],
  [15 * 86_400, '2 weeks ago'],
])('%i seconds back is %s', (seconds, text) => {
  const now = Date.UTC(2026, 10, 20, 12)
  expect(madrid.ago(now - seconds * 1_000, now)).toBe(text)
})

test.each([
  ['04:59', 'evening'],
  ['05:00', 'morning'],
  ['12:00', 'afternoon'],
  ['18:00', 'evening'],
])('at %s the greeting is good %s', (time, greeting) => {
  expect(greetingAt(new Date(`2026-01-01T${time}:00Z`), 'UTC')).toBe(greeting)
})

test('prices, quantities, lists and names of languages follow the locale', () => {
  const [english, german, arabic] = ['en', 'de', 'ar'].map(locale => localeFormats(locale))
  expect([english?.price(10), english?.price(9.5)]).toEqual(['$10', '$9.50'])
  expect([english?.quantity(1.5, 'megabyte'), german?.quantity(1.5, 'megabyte')]).toEqual([
    '1.5 MB',
    '1,5 MB',
  ])
  expect([0, 5, 90, 900, 7_200, 172_800].map(seconds => english?.duration(seconds))).toEqual([
    '0 seconds',
    '5 seconds',
    '90 seconds',
    '15 minutes',
    '2 hours',
    '2 days',
  ])
  expect(german?.duration(900)).toBe('15 Minuten')
  expect([english?.unit('percent'), german?.unit('millisecond')]).toEqual(['%', 'ms'])
  expect([english?.list(['a', 'b']), arabic?.list(['a', 'b'])]).toEqual(['a, b', 'a وb'])
  expect([english?.language('pt'), german?.language('pt')]).toEqual(['Portuguese', 'Portugiesisch'])
})

test('Arabic is written with the same digits everywhere', () => {
  const arabic = formatIn('ar', 'UTC')
  const moment = '2026-07-01T14:02:00.000Z'
  const written = [arabic.number(1_234), arabic.money(5), arabic.dateTime(moment), arabic.percent(12)]
  for (const text of written) expect(text).toMatch(/[0-9]/)
  for (const text of written) expect(text).not.toMatch(/[٠-٩]/)
})
