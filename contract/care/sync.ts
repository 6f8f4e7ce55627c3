import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, personal, UserId } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { TargetPersonQuery, targetPersonFields } from '../kit/whose.ts'
import { TaskStatus, TaskText } from './elderly-dashboard.ts'
import { WellnessKind } from './wellness.ts'

/** What a client keeps while it is offline: diary entries and messages, which never change, and tasks, which do. */
export const SyncKind = z.enum(['entry', 'message', 'task'])
export type SyncKind = z.infer<typeof SyncKind>

/** Names an installation of the app; made by it once. */
const ClientId = Id

const Value = z.record(z.string(), z.unknown())

/** A record as it is now. One that is gone has no value: a tombstone. */
export const SyncRecord = z.object({
  kind: SyncKind,
  id: Id,
  version: z.int(),
  deleted: z.boolean(),
  value: personal(Value),
})
export type SyncRecord = z.infer<typeof SyncRecord>

const write = {
  /** Names the write: sent again it is answered as before, and not done twice. */
  write_id: Id,
  /** Of the record, made by the client that made it. */
  id: Id,
  /** The version that the client had changed; 0 of a new one. */
  base_version: z.int().min(0),
}

/** One write made offline. A task that was deleted has no value. */
export const SyncWrite = z.discriminatedUnion('kind', [
  z.strictObject({
    ...write,
    kind: z.literal('entry'),
    value: z.strictObject({
      kind: WellnessKind,
      value: Value,
      recorded_at: z.iso.datetime({ offset: true }),
    }),
  }),
  z.strictObject({
    ...write,
    kind: z.literal('message'),
    value: z.strictObject({ text: z.string().trim().min(1).max(500) }),
  }),
  z.strictObject({
    ...write,
    kind: z.literal('task'),
    value: z.strictObject({ ...TaskText.shape, status: TaskStatus.default('open') }).nullable(),
  }),
])
export type SyncWrite = z.infer<typeof SyncWrite>

/** Two writes of one record that did not know of each other: both are kept until somebody chooses. */
export const SyncConflict = z.object({
  id: Id,
  kind: SyncKind,
  record_id: Id,
  write_id: Id,
  base_version: z.int(),
  /** What the client wrote; null where it deleted. */
  client: personal(Value),
  /** What the server has. */
  server: SyncRecord,
  opened_at: Instant,
})
export type SyncConflict = z.infer<typeof SyncConflict>

const SyncResult = z.object({
  write_id: Id,
  /** `stored`, now or before; `conflict`: kept beside, to be resolved; `refused`: cannot be stored, and why. */
  outcome: z.enum(['stored', 'conflict', 'refused']),
  /** The record's version after it. */
  version: z.int().nullable(),
  conflict: SyncConflict.nullable(),
  detail: z.string().nullable(),
})
export type SyncResult = z.infer<typeof SyncResult>

const base = '/api/mobile/v1/sync'

export const sync = {
  pull: endpoint({
    method: 'GET',
    path: `${base}/offline-data`,
    summary: 'Fetch what changed since a cursor, deletions included; without one, all of the last 30 days',
    access: may('care', 'list'),
    query: z.strictObject({
      ...targetPersonFields,
      client_id: ClientId.optional(),
      /** The `cursor` of the package before. */
      cursor: z.coerce.number().int().min(0).optional(),
      /** The `next` of the package before, while a client without a cursor is given all. */
      next: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    reply: z.object({
      user_id: UserId,
      records: z.array(SyncRecord),
      /** What to ask with once there is no more: changes made meanwhile come then. */
      cursor: z.int(),
      /** Whether there is more behind this package. */
      more: z.boolean(),
      /** What to ask with for what is behind a package that was asked for without a cursor. */
      next: z.string().nullable(),
      as_of: Instant,
    }),
  }),
  push: endpoint({
    method: 'POST',
    path: `${base}/offline-data`,
    summary: 'Hand in what was written offline: each write is stored, reported as a conflict, or refused',
    access: may('care', 'create'),
    query: TargetPersonQuery,
    body: z.strictObject({ client_id: ClientId, writes: z.array(SyncWrite).min(1).max(200) }),
    reply: z.object({ user_id: UserId, results: z.array(SyncResult) }),
  }),
  status: endpoint({
    method: 'GET',
    path: `${base}/status`,
    summary: 'Tell how far each client is behind, and which conflicts are open',
    access: may('care', 'list'),
    query: TargetPersonQuery,
    reply: z.object({
      user_id: UserId,
      cursor: z.int(),
      clients: z.array(
        z.object({ client_id: Id, person_id: Id, last_seen_at: Instant, cursor: z.int(), behind: z.int() }),
      ),
      conflicts: z.array(SyncConflict),
    }),
  }),
  resolve: endpoint({
    method: 'POST',
    path: `${base}/resolve-conflicts`,
    summary: 'Choose between the versions of a conflict; one whose record changed again is reported anew',
    access: may('care', 'update'),
    query: TargetPersonQuery,
    body: z.strictObject({
      resolutions: z
        .array(
          z.strictObject({
            conflict_id: Id,
            keep: z.enum(['client', 'server']),
            /** The version of the server’s record that was chosen against. */
            server_version: z.int().min(0),
          }),
        )
        .min(1)
        .max(200),
    }),
    reply: z.object({
      user_id: UserId,
      results: z.array(
        z.object({
          conflict_id: Id,
          outcome: z.enum(['resolved', 'conflict', 'unknown']),
          version: z.int().nullable(),
          conflict: SyncConflict.nullable(),
        }),
      ),
    }),
  }),
}
