import { expect, test } from 'vitest'
import { conversationLanguages } from '#contract/conversations/conversations.ts'
import { helpReply } from '#server/adapters/chat/embedded/protocol/reply.ts'

const reply = (language: (typeof conversationLanguages)[number], zone: string) =>
  helpReply(language, { context: 'self_harm', isAlerted: false, home: { zone, locale: language } }, 0)

test.each([
  ['en', 'Asia/Tokyo', 'day and night: 0120-279-338'],
  ['de', 'Europe/Berlin', 'Tag und Nacht mit TelefonSeelsorge sprechen: 0800 111 0 111'],
  ['ar', 'Africa/Cairo', '16328'],
  ['ja', 'Asia/Tokyo', '昼夜を問わず'],
] as const)('a line that is open day and night is described so (%s, %s)', (language, zone, words) => {
  expect(reply(language, zone)).toContain(words)
})

test.each([
  ['en', 'Asia/Dubai', 'during opening hours: 800 4673', 'day and night'],
  ['de', 'Asia/Beirut', 'zu den Sprechzeiten mit Embrace sprechen: 1564', 'Tag und Nacht'],
  ['ar', 'Asia/Beirut', 'في أوقات العمل', 'ليلا ونهارا'],
] as const)(
  'a line with opening hours is not described as open day and night (%s, %s)',
  (language, zone, words, not) => {
    expect(reply(language, zone)).toContain(words)
    expect(reply(language, zone)).not.toContain(not)
  },
)

test.each(conversationLanguages)('no line is named where the country is unknown (%s)', language => {
  expect(reply(language, 'Pacific/Fiji')).not.toMatch(/\d{3}/)
})
