/** More than can be under way in the seconds until the server tells of them. */
const kept = 100

const answers = new Map<string, number>()

/** When the server answered this tab's own changes, by the answers' `x-request-id`. */
export const ownWrites = {
  note(requestId: string | null) {
    if (requestId === null) return
    answers.set(requestId, Date.now())
    const [oldest] = answers.keys()
    if (answers.size > kept && oldest !== undefined) answers.delete(oldest)
  },
  /** Milliseconds of the epoch; undefined when the call was another's, or is not answered yet. */
  answeredAt: (requestId: string | null) => (requestId === null ? undefined : answers.get(requestId)),
}
