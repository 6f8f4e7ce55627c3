import { replaceEqualDeep } from '@tanstack/react-query'

/** Ages in milliseconds of replies that were read from a replica of the database. */
const ages = new WeakMap<object, number>()

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Records how old a reply already was when it was sent, from its `x-data-age`. */
export function noteAge(reply: unknown, headers: Headers): void {
  const seconds = Number(headers.get('x-data-age') ?? 0)
  if (isObject(reply) && seconds > 0) ages.set(reply, 1_000 * seconds)
}

/** Gives data the age of the reply that it was made from. */
export function keepAge<Data>(reply: unknown, data: Data): Data {
  if (isObject(reply) && isObject(data)) ages.set(data, ages.get(reply) ?? 0)
  return data
}

/** Keeps the identity of what has not changed since the last reply, as TanStack Query does by default, and the new age. */
export const shareStructure = (before: unknown, after: unknown): unknown =>
  keepAge(after, replaceEqualDeep(before, after))

/** The time that a query's data shows, in epoch milliseconds; 0 without data. */
export function dataTime({ data, dataUpdatedAt }: { data?: unknown; dataUpdatedAt: number }): number {
  return isObject(data) ? dataUpdatedAt - (ages.get(data) ?? 0) : dataUpdatedAt
}
