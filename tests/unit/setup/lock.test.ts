import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireLock } from '../../../scripts/setup/lock.mjs'

const lockModule = fileURLToPath(new URL('../../../scripts/setup/lock.mjs', import.meta.url))

/** Holds the lock until it is killed, says so, and may leave it to a child that says its process id. */
const HOLDER = `
  const { spawn } = await import('node:child_process')
  const { acquireLock } = await import(process.argv[1])
  const lock = await acquireLock(process.argv[2], () => console.log('waiting'))
  const heir = process.argv[3] === 'heir' && spawn('sleep', ['60'], { stdio: ['ignore', 'ignore', 'ignore', lock.descriptor] })
  console.log(heir ? heir.pid : 'held')
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

function startHolder(...options: 'heir'[]) {
  const args = ['--input-type=module', '-e', HOLDER, lockModule, folder, ...options]
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(holder)
  return holder
}

async function line(holder: ChildProcess) {
  if (!holder.stdout) throw new Error('the holder has no output')
  const [chunk] = await once(holder.stdout, 'data')
  return String(chunk).trim()
}

test('the second process waits for the first, also when the first is killed', async () => {
  const first = startHolder()
  expect(await line(first)).toBe('held')
  const second = startHolder()
  expect(await line(second)).toBe('waiting')
  first.kill('SIGKILL')
  expect(await line(second)).toBe('held')
})

test('a child that outlives its killed parent keeps the lock', async () => {
  const first = startHolder('heir')
  const heir = Number(await line(first))
  first.kill('SIGKILL')
  await once(first, 'exit')
  const second = startHolder()
  expect(await line(second)).toBe('waiting')
  process.kill(heir, 'SIGKILL')
  expect(await line(second)).toBe('held')
})

test('waiting processes take the lock one at a time', async () => {
  let inside = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const lock = await acquireLock(folder, () => {})
      inside += 1
      most = Math.max(most, inside)
      await new Promise(resolve => setTimeout(resolve, 5))
      inside -= 1
      lock.release()
    }),
  )
  expect(most).toBe(1)
})

test('another folder has another lock', async () => {
  const one = await acquireLock(folder, () => {})
  const other = mkdtempSync(join(tmpdir(), 'voicedeck-lock-'))
  const another = await acquireLock(other, () => expect.unreachable('must not wait'))
  another.release()
  one.release()
  rmSync(other, { recursive: true })
})
