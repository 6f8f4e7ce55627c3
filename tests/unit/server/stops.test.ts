import { expect, test } from 'vitest'
import { openStops } from '#server/stops.ts'

test('stops in reverse order, past what fails and what takes too long', async () => {
  const complaints: string[] = []
  const stopped: string[] = []
  const stops = openStops(message => complaints.push(message))
  stops.later('the first', 1_000, () => stopped.push('first'))
  stops.later('the failing', 1_000, () => {
    throw new Error('broken')
  })
  stops.later('the endless', 30, () => new Promise(() => {}))
  stops.later('the last', 1_000, async () => stopped.push('last'))
  await stops.unwind()
  expect(stopped).toEqual(['last', 'first'])
  expect(complaints).toEqual([
    'While stopping the endless: not done after 0.03 s',
    'While stopping the failing: broken',
  ])
})

test('stops nothing twice', async () => {
  let times = 0
  const stops = openStops(() => {})
  stops.later('it', 1_000, () => (times += 1))
  await stops.unwind()
  await stops.unwind()
  expect(times).toBe(1)
})
