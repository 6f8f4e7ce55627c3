/** What became of one field. */
export interface Change {
  field: string
  before: unknown
  after: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The changed fields that a log's details hold (`before` and `after`), and what else they say. */
export function changesIn(details: Record<string, unknown>): {
  changes: Change[]
  rest: Record<string, unknown>
} {
  const { before, after, ...rest } = details
  if (!isRecord(before) && !isRecord(after)) return { changes: [], rest: details }
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const changes = fields
    .map(field => ({ field, before: old[field] ?? null, after: now[field] ?? null }))
    .filter(change => JSON.stringify(change.before) !== JSON.stringify(change.after))
  return { changes, rest }
}
