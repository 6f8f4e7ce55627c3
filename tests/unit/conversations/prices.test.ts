import { expect, test } from 'vitest'
import { computeCost } from '#server/modules/conversations/prices.ts'

const tokens = { input: 1_000_000, output: 100_000 }

test.each([
  ['gpt-4o', '2024-10-01T23:59:59Z', { cost: 6.5, price_since: '2024-05-13' }],
  ['gpt-4o', '2024-10-02T00:00:00Z', { cost: 3.5, price_since: '2024-10-02' }],
  ['gpt-4o', '2024-05-12T00:00:00Z', null],
  ['gpt-4', '2026-01-01T00:00:00Z', { cost: 36, price_since: '2023-03-14' }],
  ['llama', '2026-01-01T00:00:00Z', null],
])('%s at %s costs %o', (model, at, cost) => expect(computeCost(model, at, tokens)).toEqual(cost))
