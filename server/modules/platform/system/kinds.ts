import type { RetentionKind } from '#contract/platform/system.ts'
import type { Tables } from '#server/db/tables.ts'

/** Rows that go once they are old, by the column that says how old they are. */
interface Aged {
  table: keyof Tables
  instant: string
  /**
   * Set where the table is partitioned by month: whole months go, so that a row stays up to a month longer, and beside
   * them what lies in its default partition.
   */
  months?: true
}

/** What each kind of data is kept in. Of activity logs the text goes and the sealed row stays. */
export const kinds: Readonly<Record<RetentionKind, readonly Aged[] | 'texts of activity logs'>> = {
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
