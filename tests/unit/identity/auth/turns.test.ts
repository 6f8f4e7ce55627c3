import { expect, test } from 'vitest'
import { openTurns } from '#server/modules/identity/auth/turns.ts'

/** Work that goes on until it is told to end. */
function pieces() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    piece: (name: string) => () =>
      new Promise<string>(done => {
        begun.push(name)
        ends.push(() => done(name))
      }),
    async end() {
      ends.shift()?.()
      await new Promise(setImmediate)
    },
  }
}

const bounds = { atOnce: 1, perCaller: 3, callers: 2 }

test('callers take turns, however much one of them asks for', async () => {
  const inTurn = openTurns(bounds)
  const { begun, piece, end } = pieces()
  for (const name of ['m1', 'm2', 'm3', 'm4']) void inTurn('mallory', piece(name))
  void inTurn('anna', piece('a1'))
  await new Promise(setImmediate)
  expect(begun).toEqual(['m1'])
  for (let turn = 0; turn < 4; turn++) await end()
  expect(begun).toEqual(['m1', 'm2', 'a1', 'm3', 'm4'])
})

test('no more runs at once than may, and a failure gives its turn on', async () => {
  const inTurn = openTurns({ ...bounds, atOnce: 2 })
  const { begun, piece, end } = pieces()
  const failed = inTurn('anna', () => Promise.reject(new Error('broken')))
  await expect(failed).rejects.toThrow('broken')
  const done = ['a1', 'a2', 'a3'].map(name => inTurn('anna', piece(name)))
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'a2'])
  for (let turn = 0; turn < 3; turn++) await end()
  expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3'])
})

test('who has too much waiting is refused at once, and so is one caller too many', async () => {
  const inTurn = openTurns(bounds)
  const { piece } = pieces()
  for (const name of ['m1', 'm2', 'm3', 'm4']) void inTurn('mallory', piece(name))
  await expect(inTurn('mallory', piece('m5'))).rejects.toMatchObject({
    status: 429,
    kind: 'too-many-requests',
    headers: { 'retry-after': '1' },
  })
  void inTurn('anna', piece('a1'))
  await expect(inTurn('bob', piece('b1'))).rejects.toMatchObject({ status: 429 })
})
