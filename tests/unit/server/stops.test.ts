import { expect, test } from 'vitest'
import { createShutdown } from '#server/stops.ts'

test('services stop in reverse order, despite failures and timeouts', async () => {
  const complaints: string[] = []
  const stopped: string[] = []
  const stops = createShutdown(message => complaints.push(message))
  stops.onShutdown('the first', 1_000, () => stopped.push('first'))
  stops.onShutdown('the failing', 1_000, () => {
    throw new Error('broken')
  })
  stops.onShutdown('the endless', 30, () => new Promise(() => {}))
  stops.onShutdown('the last', 1_000, async () => stopped.push('last'))
  await stops.shutdown()
  expect(stopped).toEqual(['last', 'first'])
  expect(complaints).toEqual([
    'While stopping the endless: not done after 0.03 s',
    'While stopping the failing: broken',
  ])
})

test('nothing is stopped twice', async () => {
  let times = 0
  const stops = createShutdown(() => {})
  stops.onShutdown('it', 1_000, () => (times += 1))
  await stops.shutdown()
  await stops.shutdown()
  expect(times).toBe(1)
})
