import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepUp } from '#server/db/embedded/keep-up.ts'
import type { Postmaster } from '#server/db/embedded/postmaster.ts'

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

test('starts PostgreSQL again five times and then gives up, when it ends each time at once', async () => {
  const onExit = vi.fn()
  let current = mortal(1)
  const keeper = keepUp({
    first: current,
    bringUp: async () => {
      current = mortal(current.pid + 1)
      return current
    },
    log: () => {},
    onExit,
  })
  for (let death = 1; death <= 5; death += 1) {
    current.die('killed by SIGKILL')
    await vi.advanceTimersByTimeAsync(100 * 2 ** (death - 1))
    expect(keeper.current().pid).toBe(death + 1)
  }
  expect(onExit).not.toHaveBeenCalled()
  current.die('killed by SIGKILL')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(onExit).toHaveBeenCalledExactlyOnceWith(new Error('PostgreSQL keeps ending (killed by SIGKILL).'))
})

test('starts PostgreSQL again for ever, when it answered in between', async () => {
  const onExit = vi.fn()
  let current = mortal(1)
  keepUp({ first: current, bringUp: async () => (current = mortal(current.pid + 1)), log: () => {}, onExit })
  for (let death = 1; death <= 30; death += 1) {
    current.die('killed by SIGKILL')
    await vi.advanceTimersByTimeAsync(1_200)
  }
  expect(current.pid).toBe(31)
  expect(onExit).not.toHaveBeenCalled()
})

test('does not start PostgreSQL again once it was told to stop', async () => {
  const bringUp = vi.fn()
  const keeper = keepUp({ first: mortal(1), bringUp, log: () => {} })
  await keeper.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(bringUp).not.toHaveBeenCalled()
})

test('stops what a restart under way brings up', async () => {
  const first = mortal(1)
  const late = mortal(2)
  const stopped = vi.spyOn(late, 'stop')
  const up = Promise.withResolvers<Postmaster>()
  const keeper = keepUp({ first, bringUp: () => up.promise, log: () => {} })
  first.die('killed by SIGKILL')
  await vi.advanceTimersByTimeAsync(1_000)
  const stopping = keeper.stop()
  up.resolve(late)
  await stopping
  expect(stopped).toHaveBeenCalled()
})
