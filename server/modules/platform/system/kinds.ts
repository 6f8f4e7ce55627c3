import type { RetentionKind } from '#contract/platform/system.ts'
import type { Tables } from '#server/db/tables.ts'

/** A table with a retention period and the column with the age of its rows. */
interface AgedTable {
  table: keyof Tables
  instant: string
  /**
   * Set if the table is partitioned by month: whole months are dropped, so that a row stays up to a month longer, and
   * old rows are deleted from the default partition.
   */
  months?: true
}

/** The tables of each kind of data. For activity logs, the text is erased and the sealed row stays. */
export const retentionTables: Readonly<
  Record<RetentionKind, readonly AgedTable[] | 'texts of activity logs'>
> = {
  transcripts: [{ table: 'messages', instant: 'ts', months: true }],
  health: [{ table: 'wellness_entries', instant: 'recorded_at' }],
  'device-events': [{ table: 'device_events', instant: 'ts', months: true }],
  'translation-sessions': [
    { table: 'translation_sessions', instant: 'started_at', months: true },
    { table: 'translation_session_keys', instant: 'started_at' },
  ],
  'activity-logs': 'texts of activity logs',
  'rate-limit-violations': [{ table: 'rate_limit_violations', instant: 'timestamp' }],
  visits: [{ table: 'page_visits', instant: 'ts', months: true }],
}
