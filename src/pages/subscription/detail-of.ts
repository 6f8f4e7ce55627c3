import { Refused } from '#kit/call.ts'

/** What the server said of a refusal, for a toast. */
export const detailOf = (error: Error) => (error instanceof Refused ? { detail: error.problem.detail } : {})
