import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdLock } from '../../../scripts/setup/lock.mjs'

const lock = fileURLToPath(new URL('../../../scripts/setup/lock.mjs', import.meta.url))

/** Holds the lock until it is killed, and says so. */
const HOLDER = `
  const { holdLock } = await import(process.argv[1])
  await holdLock(process.argv[2], () => console.log('waiting'))
  console.log('held')
  setInterval(() => {}, 1000)
`

let folder: string
let holders: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicedeck lock ü-'))
  holders = []
})

afterEach(() => {
  for (const holder of holders) holder.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

function startHolder() {
  const args = ['--input-type=module', '-e', HOLDER, lock, folder]
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(holder)
  return holder
}

async function line(holder: ChildProcess) {
  if (!holder.stdout) throw new Error('the holder has no output')
  const [chunk] = await once(holder.stdout, 'data')
  return String(chunk).trim()
}

test('the second waits for the first, also when that one is killed', async () => {
  const first = startHolder()
  expect(await line(first)).toBe('held')
  const second = startHolder()
  expect(await line(second)).toBe('waiting')
  first.kill('SIGKILL')
  expect(await line(second)).toBe('held')
})

test('of many that wait, one at a time goes on', async () => {
  let inside = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const release = await holdLock(folder, () => {})
      inside += 1
      most = Math.max(most, inside)
      await new Promise(resolve => setTimeout(resolve, 5))
      inside -= 1
      release()
    }),
  )
  expect(most).toBe(1)
})

test('another folder is another lock', async () => {
  const releaseOne = await holdLock(folder, () => {})
  const other = mkdtempSync(join(tmpdir(), 'voicedeck-lock-'))
  const releaseOther = await holdLock(other, () => expect.unreachable('must not wait'))
  releaseOther()
  releaseOne()
  rmSync(other, { recursive: true })
})
