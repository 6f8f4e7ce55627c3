import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, PersonKey, personal, UserId } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { TargetPersonQuery, targetPersonFields } from '../kit/whose.ts'
import { StatusEvidence, Wellbeing } from './wellbeing.ts'

/** Bytes of a picture as it is sent, at most. */
export const maxMediaBytes = 10 * 1024 * 1024

const Text = z.string().trim().min(1).max(500)

export const FamilyMessage = z.object({
  id: Id,
  /** The elderly user whom it is about, in whose circle it is seen. */
  user_id: UserId,
  kind: z.enum(['message', 'checkin_request', 'media', 'broadcast']),
  author_id: Id,
  author_name: z.string(),
  text: personal(z.string()),
  /** A picture: where it is fetched, with its size in pixels. */
  media: z.object({ id: Id, url: z.string(), width: z.int(), height: z.int(), bytes: z.int() }).nullable(),
  /** Who has seen it, in their order. */
  acknowledged: z.array(z.object({ person_id: Id, name: z.string(), at: Instant })),
  created_at: Instant,
})
export type FamilyMessage = z.infer<typeof FamilyMessage>

export const FeedItem = z.object({
  id: Id,
  kind: z.enum(['message', 'diary', 'alert', 'task']),
  /** What exactly: a kind of message or diary entry, a type of alert, a status of a task. */
  type: z.string(),
  at: Instant,
  /** Who did it; null for a device or a program. */
  by_name: z.string().nullable(),
  text: personal(z.string()),
})
export type FeedItem = z.infer<typeof FeedItem>

const base = '/api/mobile/v1/family-simple'
const write = may('care', 'create')

export const familySimple = {
  status: endpoint({
    method: 'GET',
    path: `${base}/status`,
    summary: 'Tell how somebody is, with what that rests on and how old it is',
    access: may('elderly', 'show'),
    query: TargetPersonQuery,
    reply: z.object({
      user_id: UserId,
      name: z.string(),
      status: Wellbeing,
      /** What decided. */
      reason: StatusEvidence.shape.kind,
      evidence: personal(z.array(StatusEvidence)),
      open_alerts: z.int(),
      last_checkin_at: Instant.nullable(),
      as_of: Instant,
    }),
  }),
  quickMessage: endpoint({
    method: 'POST',
    path: `${base}/quick-message`,
    summary: 'Send a short message to somebody and those who look after them',
    access: write,
    query: TargetPersonQuery,
    body: z.strictObject({
      /** A UUID made by the client: the same one is sent once. */
      id: Id.optional(),
      text: Text,
    }),
    status: 201,
    reply: FamilyMessage,
  }),
  requestCheckin: endpoint({
    method: 'POST',
    path: `${base}/request-checkin`,
    summary: 'Ask somebody to check in',
    access: write,
    query: TargetPersonQuery,
    body: z.strictObject({ id: Id.optional(), text: Text.optional() }),
    status: 201,
    reply: FamilyMessage,
  }),
  feed: endpoint({
    method: 'GET',
    path: `${base}/activity-feed`,
    summary: 'Show what happened around somebody in the last hours, newest first',
    access: may('care', 'list'),
    query: z.strictObject({
      ...targetPersonFields,
      hours: z.coerce.number().int().min(1).max(720).default(24),
    }),
    reply: z.object({ user_id: UserId, items: z.array(FeedItem), as_of: Instant }),
  }),
  shareMedia: endpoint({
    method: 'POST',
    path: `${base}/share-media`,
    summary: 'Share a picture: JPEG, PNG or WebP. It is encoded anew, without place, time or camera',
    access: write,
    query: TargetPersonQuery,
    consumes: 'multipart/form-data',
    body: z.strictObject({ media: z.file().min(1).max(maxMediaBytes), caption: Text.optional() }),
    status: 201,
    reply: FamilyMessage,
  }),
  media: endpoint({
    method: 'GET',
    path: `${base}/media/{id}`,
    summary: 'Fetch a picture that was shared',
    access: may('care', 'show'),
    query: TargetPersonQuery,
  }),
  broadcast: endpoint({
    method: 'POST',
    path: `${base}/broadcast`,
    summary: 'Send one message to everybody whom one looks after, or to those named',
    access: write,
    query: TargetPersonQuery,
    body: z.strictObject({
      text: Text,
      /** Whose circles; all that are assigned to the caller unless told. */
      user_ids: z
        .array(z.union([UserId, PersonKey]))
        .min(1)
        .max(200)
        .optional(),
    }),
    status: 201,
    reply: z.object({ messages: z.array(FamilyMessage), total: z.int() }),
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: `${base}/acknowledge/{id}`,
    summary: 'Say that one has seen a message',
    access: write,
    query: TargetPersonQuery,
    reply: FamilyMessage,
  }),
}
