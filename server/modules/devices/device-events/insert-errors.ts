import { invalidField, Problem } from '#server/kit/problem.ts'

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''
/** An error that a single row may cause: SQLSTATE classes data, constraint, limit and internal error, or ours on it. */
export const isRowError = (error: unknown) =>
  error instanceof RangeError || error instanceof TypeError || /^(21|22|23|54|P0|XX)...$/.test(codeOf(error))
/** A lock was not granted in time, a deadlock, or a serialization failure: worth another attempt. */
export const isBusy = (error: unknown) => ['55P03', '40P01', '40001'].includes(codeOf(error))

/** The answer for an event that the database refuses although it is valid. */
export function toRefusal(error: unknown): Error {
  if (error instanceof Problem) return error
  return /^2[23]/.test(codeOf(error))
    ? invalidField('payload', 'This event holds a value that cannot be stored')
    : (error as Error)
}
