import { z } from 'zod'
import { Id, Instant, personal } from './fields.ts'
import { Refusal } from './refusal.ts'

/** Maximum number of records that a preview of an undo examines. */
export const maxUndoPreviewRows = 10_000

/**
 * Why a record is left alone: already as before, changed since, gone or out of reach, about an erased person, without a
 * readable entry in the activity log, created by the import and referred to since, or refused by the resource's rules.
 */
export const UndoReason = z.enum([
  'unchanged',
  'changed',
  'gone',
  'erased',
  'unreadable',
  'referenced',
  'refused',
])
export type UndoReason = z.output<typeof UndoReason>

/** A change of a record since the action. */
export const ChangeSince = z.object({
  /** Null if the record as a whole was deleted or restored. */
  field: z.string().nullable(),
  /** When it was changed last; null if that was not logged, as for reports of a device. */
  at: Instant.nullable(),
  /** Entry in the activity log. */
  log_id: Id.nullable(),
})
export type ChangeSince = z.output<typeof ChangeSince>

/** An action in the activity log on many records, or its undo. */
export const LoggedAction = z.object({
  /** Id of the bulk job or import. */
  id: Id,
  /** Entry in the activity log. */
  log_id: Id,
  action: z.string(),
  at: Instant,
  /** Null for API keys, and for callers who may not see it in the activity log. */
  by_email: personal(z.string()),
})
export type LoggedAction = z.output<typeof LoggedAction>

/** How an action on many records is connected with others. */
export const UndoLinks = z.object({
  /** Its undos, newest first. `done`: records that returned so far; null until it ends. */
  undone_by: z.array(LoggedAction.extend({ done: z.int().nullable(), total: z.int() })),
  /** The action that this one undoes. */
  undoes: LoggedAction.nullable(),
  /** Why it cannot be undone: it or its undo is still running, or its records cannot be brought back from the log. */
  obstacle: z.enum(['running', 'unrestorable', 'forbidden']).nullable(),
})
export type UndoLinks = z.output<typeof UndoLinks>

/** What an undo would do. Nothing has been changed. */
export const UndoPreview = z.object({
  /** Name of the resource. */
  resource: z.string(),
  /** What happens to its records: fields return to their values, deleted records come back, or new ones are deleted. */
  effect: z.enum(['update', 'restore', 'remove']),
  /** Records of the action in the activity log. */
  total: z.int(),
  /** Records that were examined; fewer than `total` for very large actions. */
  examined: z.int(),
  /** Of these, those that would return to what they were. */
  returning: z.int(),
  /** Of the returning ones, those that were not tried with the resource's rules, and may still be refused. */
  untried: z.int(),
  /** Of the examined records, those left alone, by reason. */
  left: z.record(UndoReason, z.int()),
  /** Records of the action whose entries were erased from the log; null if unknown. */
  lost: z.int().nullable(),
  /** Whether this deletes records that cannot be restored. */
  is_final: z.boolean(),
  /** The first records that are left alone. */
  rows: z.array(
    z.object({
      id: Id,
      title: z.string().nullable(),
      reason: UndoReason,
      changes: z.array(ChangeSince.extend({ by_email: personal(z.string()) })),
      refusals: z.array(Refusal),
    }),
  ),
})
export type UndoPreview = z.output<typeof UndoPreview>
