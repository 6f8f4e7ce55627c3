/** An event of a calendar. */
export interface CalendarEvent {
  /** Stays the same as long as the event is the same. */
  uid: string
  start: Date
  end: Date
  summary: string
}

/** Maximum length of a line in octets, without its end (RFC 5545, section 3.1). */
const maxOctets = 75

/** Folds a line between characters, never within one. */
export function foldLine(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > maxOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += length
  }
  return folded
}

/** Escapes a value of the type TEXT (RFC 5545, section 3.3.11); control characters are dropped. */
const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, character => `\\${character}`)
    .replace(/\r?\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is dropped
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** An instant in UTC, without milliseconds. */
const stamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '')

/** Writes a calendar as iCalendar (RFC 5545), with times in UTC. */
export function writeCalendar(name: string, events: readonly CalendarEvent[], now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Voicedeck//On call//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events.flatMap(({ uid, start, end, summary }) => [
      'BEGIN:VEVENT',
      `UID:${escapeText(uid)}`,
      `DTSTAMP:${stamp(now)}`,
      `DTSTART:${stamp(start)}`,
      `DTEND:${stamp(end)}`,
      `SUMMARY:${escapeText(summary)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map(line => `${foldLine(line)}\r\n`).join('')
}
