import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Postmaster } from '#server/db/embedded/postmaster.ts'
import { restartOnExit } from '#server/db/embedded/restart-on-exit.ts'

vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise(resolve => setTimeout(resolve, ms)),
}))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function mortal(pid: number): Postmaster & { die(how: string): void } {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { pid, ended: promise, die: resolve, stop: async () => resolve('told to') }
}

test('tries five times to restart PostgreSQL and then gives up', async () => {
  const onExit = vi.fn()
  const first = mortal(1)
  const bringUp = vi.fn(() => Promise.reject(new Error('disk full')))
  restartOnExit({ first, bringUp, log: () => {}, onExit })
  first.die('killed by SIGKILL')
  await vi.advanceTimersByTimeAsync(100 + 200 + 400 + 800)
  expect(bringUp).toHaveBeenCalledTimes(4)
  expect(onExit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_600)
  expect(bringUp).toHaveBeenCalledTimes(5)
  expect(onExit).toHaveBeenCalledExactlyOnceWith(new Error('PostgreSQL keeps ending (disk full).'))
})

test.each([
  { lives: 0, wait: 3_200, pace: 'ever more slowly, when it ends at once' },
  { lives: 1_000, wait: 100, pace: 'without delay, when it stayed up' },
])('keeps restarting PostgreSQL, $pace', async ({ lives, wait }) => {
  const onExit = vi.fn()
  let current = mortal(1)
  restartOnExit({
    first: current,
    bringUp: async () => (current = mortal(current.pid + 1)),
    log: () => {},
    onExit,
  })
  for (let death = 1; death <= 30; death += 1) {
    await vi.advanceTimersByTimeAsync(lives)
    current.die('killed by SIGKILL')
    await vi.advanceTimersByTimeAsync(wait)
  }
  expect(current.pid).toBe(31)
  expect(onExit).not.toHaveBeenCalled()
})

test('does not restart PostgreSQL after it was stopped', async () => {
  const bringUp = vi.fn()
  const keeper = restartOnExit({ first: mortal(1), bringUp, log: () => {} })
  await keeper.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(bringUp).not.toHaveBeenCalled()
})

test('stops a PostgreSQL whose restart is in progress', async () => {
  const first = mortal(1)
  const late = mortal(2)
  const stopped = vi.spyOn(late, 'stop')
  const up = Promise.withResolvers<Postmaster>()
  const keeper = restartOnExit({ first, bringUp: () => up.promise, log: () => {} })
  first.die('killed by SIGKILL')
  await vi.advanceTimersByTimeAsync(1_000)
  const stopping = keeper.stop()
  up.resolve(late)
  await stopping
  expect(stopped).toHaveBeenCalled()
})
