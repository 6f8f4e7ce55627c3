import { expect, test } from 'vitest'
import { conversationLanguages } from '#contract/conversations/conversations.ts'
import { readCorpus, readLookAlikes } from '../../../../scripts/training/corpus.ts'
import { mistypedAlarms } from '../../../../scripts/training/evaluate-variants.ts'

/** Every how many learned turns are tried: all would take minutes. */
const step = 16
/** The share of alarms that may be lost: of learned dangers, and of dangers that nothing was trained on. */
const most = { learned: 0.04, other: 0.09 } as const

test.for(conversationLanguages)('typing errors cost few alarms in %s', language => {
  const shareLost = (turns: ReturnType<typeof readCorpus>) => {
    const tried = mistypedAlarms(turns, 2)
    expect(tried.length).toBeGreaterThan(50)
    return tried.filter(({ isLost }) => isLost).length / tried.length
  }
  expect(shareLost(readCorpus([language]).filter((_, at) => at % step === 0))).toBeLessThan(most.learned)
  const others = [
    readLookAlikes('aside', [language]),
    readCorpus([language], 'checks'),
    readCorpus([language], 'unseen'),
  ]
  expect(shareLost(others.flat())).toBeLessThan(most.other)
})
