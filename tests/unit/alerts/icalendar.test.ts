import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { foldLine, writeCalendar } from '#server/modules/alerts/on-call/icalendar.ts'

const now = new Date('2026-03-01T12:00:00.789Z')
const event = (summary: string) => ({
  uid: 'a@voicedeck',
  start: new Date('2026-03-29T00:30:00Z'),
  end: new Date('2026-03-29T07:00:00Z'),
  summary,
})
const parsed = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map(one => new ICAL.Event(one))
}

describe('a calendar', () => {
  test('is read by another program, with times in UTC', () => {
    const text = writeCalendar('On call', [event('Nights')], now)
    const [read] = parsed(text)
    expect(read?.startDate.toString()).toBe('2026-03-29T00:30:00Z')
    expect(read?.startDate.zone.tzid).toBe('UTC')
    expect(read?.endDate.toString()).toBe('2026-03-29T07:00:00Z')
    expect(read?.uid).toBe('a@voicedeck')
    expect(text).toContain('\r\nDTSTAMP:20260301T120000Z\r\n')
  })

  test('without events is a calendar too', () => {
    expect(parsed(writeCalendar('On call', [], now))).toEqual([])
  })

  test('keeps every text, in lines of at most 75 octets', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 }).map(words => words.replace(/\p{Cc}/gu, ' '))
    fc.assert(
      fc.property(text, words => {
        const written = writeCalendar(words, [event(words)], now)
        for (const line of written.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/\uFFFD(?<!\uFFFD\uFFFD)$/)
        }
        expect(parsed(written)[0]?.summary ?? '').toBe(words)
      }),
    )
  })

  test('folds between characters', () => {
    const line = `SUMMARY:${'日'.repeat(60)}`
    const folded = foldLine(line)
    expect(folded.split('\r\n').length).toBeGreaterThan(1)
    expect(folded.replaceAll('\r\n ', '')).toBe(line)
  })

  test('cannot be broken out of by a name', () => {
    const evil = 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:y;z,\\n'
    const events = parsed(writeCalendar('On call', [event(evil)], now))
    expect(events).toHaveLength(1)
    expect(events[0]?.summary).toBe(evil.replaceAll('\r', ''))
  })
})
