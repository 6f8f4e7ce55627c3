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
