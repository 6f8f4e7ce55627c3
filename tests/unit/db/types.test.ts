import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { types } from '#server/db/open.ts'

const instant = types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (text: string) => string

describe('an instant of the database', () => {
  test.each([
    ['2026-11-27 01:30:00+00', '2026-11-27T01:30:00.000Z'],
    ['2026-11-27 01:30:00.5+00', '2026-11-27T01:30:00.500Z'],
    ['2026-11-27 01:30:00.000999+00', '2026-11-27T01:30:00.000Z'],
    ['2024-02-29 23:59:59.999999+00', '2024-02-29T23:59:59.999Z'],
    ['2026-03-29 03:30:00.25+02', '2026-03-29T01:30:00.250Z'],
    ['2026-11-27 07:00:00+05:30', '2026-11-27T01:30:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(instant(text)).toBe(iso)
  })

  test('is the same as that of a Date, for many instants', () => {
    for (let at = 0; at < 2_000; at++) {
      const iso = new Date(at * 1_234_567_891).toISOString()
      const digits = iso.slice(20, 23)
      const fraction = `${digits}${String(at * 7).padStart(3, '0')}`.slice(0, 6).replace(/0+$/, '')
      const text = `${iso.slice(0, 10)} ${iso.slice(11, 19)}${fraction && `.${fraction}`}+00`
      expect(instant(text), text).toBe(new Date(text).toISOString())
    }
  })
})
