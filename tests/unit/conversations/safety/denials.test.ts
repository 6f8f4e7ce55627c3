import { expect, test } from 'vitest'
import type { ConversationLanguage } from '#contract/conversations/conversations.ts'
import { findingsIn } from '#server/modules/conversations/safety-watch/rules/everywhere.ts'

const highestRisk = ([language, text]: [ConversationLanguage, string]) =>
  Math.max(0, ...findingsIn(text, language).statements.map(({ risk }) => risk))

const denied: [ConversationLanguage, string][] = [
  ['de', 'sie schlägt mich nicht'],
  ['de', 'mein Sohn schlägt mich nicht, wie kommen Sie darauf'],
  ['fr', 'elle ne me frappe pas'],
  ['fr', 'mon fils ne me frappe pas, quelle idée'],
  ['ar', 'ما حدا بيصرخ علي'],
  ['ar', 'محدش بيضربني'],
  ['ar', 'ما عندي أفكار انتحار'],
  ['es', 'No, no me mareo'],
  ['ja', '隣のご主人は胸が痛くなって、病院に運ばれました。'],
]
test.for(denied)('in %s “%s” is denied', sentence => {
  expect(highestRisk(sentence)).toBeLessThan(0.4)
})

const meant: [ConversationLanguage, string][] = [
  ['de', 'sie schlägt mich nicht nur, sie tritt mich auch'],
  ['de', 'sie schlägt mich'],
  ['de', 'i kriag koa Luft ned'],
  ['de', 'mein Mann schlägt mich, nicht zum ersten Mal'],
  ['fr', 'mon fils me frappe pas seulement le soir'],
  ['fr', 'il me frappe'],
  ['ar', 'بيصرخ علي كل يوم'],
  ['ar', 'مااقدر اتنفس'],
  ['ar', 'لااريد ان اعيش'],
  ['es', 'no, no puedo respirar'],
  ['de', 'ich bringe mich um, heute noch'],
  ['en', 'I am not well, I can’t breathe'],
  ['ja', '急に目が見えなくなった'],
  ['ja', '車の中で動けなくなった'],
]
test.for(meant)('in %s “%s” is no denial', sentence => {
  expect(highestRisk(sentence)).toBeGreaterThanOrEqual(0.4)
})

const longPast: [ConversationLanguage, string][] = [
  ['de', 'mein erster Mann hat mich geschlagen'],
  ['ar', 'زوجي الأول كان يضربني'],
]
test.for(longPast)('in %s “%s” is over', sentence => {
  expect(highestRisk(sentence)).toBeLessThan(0.4)
})
