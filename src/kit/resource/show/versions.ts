import type { z } from 'zod'
import type { ActivityLog } from '#contract/platform/activity-logs.ts'
import type { Change } from '../changes-table.tsx'
import type { Resource, Row } from '../resource.ts'

type Log = z.output<typeof ActivityLog>

/**
 * The record after a log entry, by reverting later changes.
 * @param later later entries, newest first
 */
export function recordAfter(row: Row, later: readonly Pick<Log, 'details'>[]): Row {
  const version = { ...row }
  for (const { details } of later) {
    for (const [field, before] of Object.entries(details.before ?? {})) {
      if (field in version) version[field] = before
    }
  }
  return version
}

/** Changes that restore an earlier version, limited to updatable fields. */
export function changesToRestore({ api }: Pick<Resource, 'api'>, row: Row, version: Row): Change[] {
  const fields = Object.keys((api.update?.body as z.ZodObject | undefined)?.shape ?? {})
  return fields
    .filter(field => field in row && JSON.stringify(row[field]) !== JSON.stringify(version[field]))
    .map(field => ({ field, before: row[field], after: version[field] }))
}
