import { expect, test } from 'vitest'
import { createFairQueue } from '#server/modules/identity/auth/fair-queue.ts'

/** Tasks that run until `end` is called. */
function createTasks() {
  const started: string[] = []
  const ends: (() => void)[] = []
  return {
    started,
    task: (name: string) => () =>
      new Promise<string>(done => {
        started.push(name)
        ends.push(() => done(name))
      }),
    async end() {
      ends.shift()?.()
      await new Promise(setImmediate)
    },
  }
}

const options = { concurrency: 1, maxWaitingPerCaller: 3, maxWaitingCallers: 2 }

test('callers are served in rotation, however many tasks one of them queues', async () => {
  const run = createFairQueue(options)
  const { started, task, end } = createTasks()
  for (const name of ['m1', 'm2', 'm3', 'm4']) void run('mallory', task(name))
  void run('anna', task('a1'))
  await new Promise(setImmediate)
  expect(started).toEqual(['m1'])
  for (let turn = 0; turn < 4; turn++) await end()
  expect(started).toEqual(['m1', 'm2', 'a1', 'm3', 'm4'])
})

test('at most `concurrency` tasks run at once, and a failed task frees its slot', async () => {
  const run = createFairQueue({ ...options, concurrency: 2 })
  const { started, task, end } = createTasks()
  const failed = run('anna', () => Promise.reject(new Error('broken')))
  await expect(failed).rejects.toThrow('broken')
  const done = ['a1', 'a2', 'a3'].map(name => run('anna', task(name)))
  await new Promise(setImmediate)
  expect(started).toEqual(['a1', 'a2'])
  for (let turn = 0; turn < 3; turn++) await end()
  expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3'])
})

test('a caller with a full queue is refused immediately, and so is a caller beyond the limit', async () => {
  const run = createFairQueue(options)
  const { task } = createTasks()
  for (const name of ['m1', 'm2', 'm3', 'm4']) void run('mallory', task(name))
  await expect(run('mallory', task('m5'))).rejects.toMatchObject({
    status: 429,
    kind: 'too-many-requests',
    headers: { 'retry-after': '1' },
  })
  void run('anna', task('a1'))
  await expect(run('bob', task('b1'))).rejects.toMatchObject({ status: 429 })
})
