import { expect, test } from 'vitest'
import {
  awaitPageAnchor,
  cacheGeneration,
  readWithoutAnchor,
  savePageAnchors,
} from '#server/kit/table/page-cache.ts'

const rows = (first: number, count = 10) =>
  Array.from({ length: count }, (_, index) => ({ id: String(first + index) }))
let lists = 0
const newList = () => `list ${++lists}`

/** Reads rows 600 to 609 once it is let go. */
function reading(list: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const read = readWithoutAnchor(list, 600, async () => {
    await promise
    const page = rows(600)
    savePageAnchors(list, 'devices', { offset: 600, rows: page, generation: cacheGeneration('devices') })
    return page
  })
  return { read, resolve, reject }
}

test('who asks for a list that is being read waits for its anchors', async () => {
  const list = newList()
  const { read, resolve } = reading(list)
  const waiting = awaitPageAnchor(list, 640)
  expect(await awaitPageAnchor(newList(), 640)).toBeUndefined()
  resolve()
  expect(await waiting).toEqual({ offset: 609, row: { id: '609' } })
  expect(await read).toEqual(rows(600))
})

test('who asks for a page before the one that is being read does not wait for it', async () => {
  const list = newList()
  const { read, resolve } = reading(list)
  expect(await awaitPageAnchor(list, 550)).toBeUndefined()
  resolve()
  await read
  expect(await awaitPageAnchor(list, 550)).toBeUndefined()
})

test('who asks behind a page that is read from the start does not wait for a page further on', async () => {
  const list = newList()
  const { resolve } = reading(list)
  const near = readWithoutAnchor(list, 550, async () => {
    const page = rows(550)
    savePageAnchors(list, 'devices', { offset: 550, rows: page, generation: cacheGeneration('devices') })
    return page
  })
  expect(await awaitPageAnchor(list, 580)).toEqual({ offset: 559, row: { id: '559' } })
  await near
  resolve()
})

test('a failure is told to the one who reads, and the others read for themselves', async () => {
  const list = newList()
  const { read, reject } = reading(list)
  const waiting = awaitPageAnchor(list, 600)
  reject(new Error('the connection was lost'))
  await expect(read).rejects.toThrow('lost')
  expect(await waiting).toBeUndefined()
  expect(await awaitPageAnchor(list, 600)).toBeUndefined()
})
