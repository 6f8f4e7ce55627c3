import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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

const { DEEP, SAFETY_DATA } = process.env

/** Take half an hour on two cores, and the comments and tweets, which are not in this repository. */
test.runIf(DEEP && SAFETY_DATA).each(['train-danger', 'train-repairs'])(
  'running %s again makes the same files, byte for byte',
  { timeout: 90 * 60_000 },
  name => {
    const script = fileURLToPath(new URL(`../../../../scripts/${name}.ts`, import.meta.url))
    const { status, stderr } = spawnSync(process.execPath, [script, SAFETY_DATA ?? '', '--check'], {
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
  },
)
