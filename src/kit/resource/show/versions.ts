import type { z } from 'zod'
import type { ActivityLog } from '#contract/platform/activity-logs.ts'
import type { Change } from '../changes.ts'
import type { Resource, Row } from '../resource.ts'

type Log = z.output<typeof ActivityLog>

/**
 * A record as an act left it: what the acts after it changed is taken back, one act by one.
 * @param later the acts after it, the latest first
 */
export function versionAfter(row: Row, later: readonly Pick<Log, 'details'>[]): Row {
  const version = { ...row }
  for (const { details } of later) {
    for (const [field, before] of Object.entries(details.before ?? {})) {
      if (field in version) version[field] = before
    }
  }
  return version
}

/** What has to change for a record to be as an earlier version of it was, of the fields that an update takes. */
export function wayBack({ api }: Pick<Resource, 'api'>, row: Row, version: Row): Change[] {
  const fields = Object.keys((api.update?.body as z.ZodObject | undefined)?.shape ?? {})
  return fields
    .filter(field => field in row && JSON.stringify(row[field]) !== JSON.stringify(version[field]))
    .map(field => ({ field, before: row[field], after: version[field] }))
}
