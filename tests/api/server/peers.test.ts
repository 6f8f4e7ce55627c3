// @module-tag thorough
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { callNames } from '../../../bench/peers/calls.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Runs a benchmark. @returns what it prints; rejects unless it exits with 0 */
const bench = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, ['bench/run.ts', ...args])).stdout

test('the short comparison with bare Fastify makes every call', async () => {
  const printed = await bench('peers', '--short')
  for (const name of callNames) expect(printed).toMatch(new RegExp(`^${name} +\\d+ +– +– +\\d+$`, 'm'))
  expect(printed).toMatch(/^resident memory after load, MiB +\d+ +– +– +\d+$/m)
})

test('the capacity of one and of two instances is measured without a failed call', async () => {
  const printed = await bench(
    'capacity',
    ...['--instances=1,2', '--seconds=1', '--warm-up=1', '--rows=3000', '--logs=5000'],
  )
  expect(printed).toMatch(/^ +1 +\d+ +0 /m)
  expect(printed).toMatch(/^ +2 +\d+ +0 /m)
})
