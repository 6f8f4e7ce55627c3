import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deriveKey } from '#server/modules/identity/auth/argon2.ts'

// The smallest costs that Argon2 allows.
const derive = () =>
  deriveKey({
    message: 'correct horse',
    nonce: Buffer.alloc(16),
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 4,
  })

test('threads end after a minute without work, the one that worked last latest', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const terminate = vi.spyOn(Worker.prototype, 'terminate')
  onTestFinished(() => {
    terminate.mockRestore()
    vi.useRealTimers()
  })
  const [tag] = await Promise.all([derive(), derive()])
  vi.advanceTimersByTime(59_000)
  expect(terminate).not.toHaveBeenCalled()
  await derive()
  vi.advanceTimersByTime(2_000)
  expect(terminate).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(57_000)
  expect(terminate).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2_000)
  expect(terminate).toHaveBeenCalledTimes(2)
  expect(await derive()).toEqual(tag)
})
