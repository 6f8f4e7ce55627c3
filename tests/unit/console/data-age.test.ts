import { expect, test } from 'vitest'
import { dataTime, keepAge, noteAge, shareStructure } from '#kit/data-age.ts'

const aged = (seconds: string) => new Headers({ 'x-data-age': seconds })
const updatedAt = Date.parse('2026-03-04T05:06:07Z')

test('data from a replica shows the time at which it was current', () => {
  const [old, current] = [{ total: 1 }, { total: 2 }]
  noteAge(old, aged('7.5'))
  noteAge(current, new Headers())
  expect(dataTime({ data: old, dataUpdatedAt: updatedAt })).toBe(updatedAt - 7_500)
  expect(dataTime({ data: current, dataUpdatedAt: updatedAt })).toBe(updatedAt)
  expect(dataTime({ dataUpdatedAt: 0 })).toBe(0)
  noteAge(undefined, aged('1'))
})

test('an age survives the conversion of a reply and a refetch, which takes its place', () => {
  const reply = { rows: [1] }
  noteAge(reply, aged('3'))
  const page = keepAge(reply, { data: reply.rows })
  expect(dataTime({ data: page, dataUpdatedAt: updatedAt })).toBe(updatedAt - 3_000)

  const same = { data: [1] }
  noteAge(same, aged('0.4'))
  const shared = shareStructure(page, same)
  expect(shared).toBe(page)
  expect(dataTime({ data: shared, dataUpdatedAt: updatedAt })).toBe(updatedAt - 400)

  const fromPrimary = shareStructure(shared, { data: [1] })
  expect(dataTime({ data: fromPrimary, dataUpdatedAt: updatedAt })).toBe(updatedAt)
})
