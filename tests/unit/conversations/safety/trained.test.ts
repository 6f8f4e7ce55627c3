import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dangerInputs } from '../../../../scripts/training/danger-settings.ts'

test('the model of dangers was trained from the sentences, features and settings of this repository', () => {
  const recorded = readFileSync(
    new URL(
      '../../../../server/modules/conversations/safety-watch/models/danger-inputs.txt',
      import.meta.url,
    ),
    'utf8',
  ).trim()
  expect(recorded, 'Train again: npm run train:safety -- FOLDER').toBe(dangerInputs())
})
