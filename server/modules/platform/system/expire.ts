import type { Kysely } from 'kysely'
import { type RetentionKind, retentionKinds } from '#contract/platform/system.ts'
import type { Tables } from '#server/db/tables.ts'
import { type AuditEntry, auditedTransaction, systemOrigin } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { eraseTextsBetween } from '../activity-logs/seals/erase.ts'
import { deleteBefore, dropMonthsBefore, lastRounds, recordRound } from './queries.ts'

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
const retentionTables: Readonly<Record<RetentionKind, readonly AgedTable[] | 'texts of activity logs'>> = {
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
  // With their deliveries.
  'webhook-events': [{ table: 'outbox_events', instant: 'occurred_at' }],
  'on-call': [
    { table: 'on_call_overrides', instant: 'ends_at' },
    { table: 'on_call_absences', instant: 'ends_at' },
    { table: 'on_call_covers', instant: 'ends_at' },
  ],
  // With their deliveries.
  'report-deliveries': [{ table: 'report_runs', instant: 'created_at' }],
  // With their notices.
  'figure-rule-history': [{ table: 'figure_rule_changes', instant: 'created_at' }],
}

/** Runs batches until one is empty. @returns the total */
async function runUntilEmpty(batch: () => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const done = await batch()
    if (done === 0) return all
    all += done
  }
}

/** Removes data of a kind older than an instant. @param from end of the last run; nothing older is left */
async function removeBefore(
  db: Kysely<Tables>,
  kind: RetentionKind,
  from: string | null,
  before: string,
): Promise<number> {
  const places = retentionTables[kind]
  if (places === 'texts of activity logs') return runUntilEmpty(() => eraseTextsBetween(db, from, before))
  let removed = 0
  for (const { table, instant, months } of places) {
    if (months) removed += await dropMonthsBefore(db, table, before)
    const rest = months ? `${table}_other` : table
    removed += await runUntilEmpty(() => deleteBefore(db, rest, instant, before))
  }
  return removed
}

/**
 * Deletes data older than its retention period. Each run is audited and recorded for the system status; an interrupted
 * run is completed by the next one.
 */
export async function enforceRetention({
  database,
  config,
}: Pick<Services, 'database' | 'config'>): Promise<void> {
  const { db } = database
  const last = await lastRounds(db)
  for (const kind of retentionKinds) {
    const kept_days = config.RETENTION[kind]
    if (kept_days === 0) continue
    const through = new Date(Date.now() - kept_days * 86_400_000).toISOString()
    const removed = await removeBefore(db, kind, last.get(kind)?.through ?? null, through)
    const entry: AuditEntry = {
      action: 'expire',
      resourceType: 'retention',
      resourceId: kind,
      details: { removed, kept_days, through },
    }
    await auditedTransaction({ database }, systemOrigin, async (db, audit) => {
      await recordRound(db, kind, { kept_days, removed, through })
      if (removed > 0) audit(entry)
    })
  }
}
