import { z } from 'zod'
import { conversationLanguages } from '../conversations/index.ts'
import { endpoint } from '../kit/endpoint.ts'
import {
  Day,
  Id,
  Instant,
  PersonKey,
  personal,
  TargetPersonQuery,
  targetPersonFields,
  UserId,
} from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { FeedItem } from './family-simple.ts'
import { Adherence, Dose } from './health-quick.ts'

export const buttonSizes = ['normal', 'large', 'extra_large'] as const

/** Actions of the start screen's buttons. */
export const ElderlyAction = z.enum(['help', 'call_family', 'checkin', 'medication', 'messages', 'talk'])

/** Intents of a voice command; `talk` is everything that the companion answers. */
export const VoiceIntent = z.enum([
  'help',
  'call_family',
  'medication_taken',
  'feeling_good',
  'feeling_poor',
  'read_messages',
  'next_dose',
  'talk',
])
export type VoiceIntent = z.infer<typeof VoiceIntent>

export const TaskStatus = z.enum(['open', 'done', 'cancelled'])

export const CareTask = z.object({
  id: Id,
  user_id: UserId,
  title: z.string(),
  notes: personal(z.string()),
  due_at: Instant.nullable(),
  status: TaskStatus,
  assignee_id: Id.nullable(),
  assignee_name: z.string().nullable(),
  created_by: Id,
  completed_at: Instant.nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})
export type CareTask = z.infer<typeof CareTask>

/** Writable fields of a task, shared with offline sync. */
export const TaskText = z.object({
  title: z.string().trim().min(1).max(200),
  notes: z.string().trim().max(2000).nullable().default(null),
  due_at: Instant.nullable().default(null),
})

const Goal = z.object({
  title: z.string().trim().min(1).max(200),
  /** Percent. */
  progress: z.int().min(0).max(100).default(0),
})

const CarePlan = z.object({
  goals: z.array(Goal),
  notes: z.string().nullable(),
  review_on: Day.nullable(),
  updated_by: z.string(),
  updated_at: Instant,
})

const base = '/api/mobile/v1/elderly-dashboard'

export const elderlyDashboard = {
  overview: endpoint({
    method: 'GET',
    path: `${base}/overview`,
    summary: 'Get a person’s start screen in the requested size, voice and contrast',
    access: may('elderly', 'show'),
    query: z.strictObject({
      ...targetPersonFields,
      /** These three default to the person's preferences. */
      button_size: z.enum(buttonSizes).optional(),
      voice_enabled: z.stringbool().optional(),
      high_contrast: z.stringbool().optional(),
    }),
    reply: z.object({
      user_id: UserId,
      name: z.string(),
      display: z.object({
        button_size: z.enum(buttonSizes),
        /** Minimum button height in CSS pixels. */
        button_height: z.int(),
        voice_enabled: z.boolean(),
        high_contrast: z.boolean(),
        colours: z.object({ background: z.string(), text: z.string(), button: z.string() }),
      }),
      /** As many as fit the size, most needed first. */
      buttons: z.array(ElderlyAction),
      local_time: z.string(),
      checked_in_today: z.boolean(),
      unread_messages: z.int(),
      open_tasks: z.int(),
      help_is_coming: z.boolean(),
      next_dose: personal(Dose),
      as_of: Instant,
    }),
  }),
  voiceCommand: endpoint({
    method: 'POST',
    path: `${base}/voice-command`,
    unlimited: true,
    summary: 'Run a voice command in English, Japanese, Spanish or French, or answer it',
    access: may('conversations', 'create'),
    query: TargetPersonQuery,
    body: z.strictObject({
      text: z.string().trim().min(1).max(500),
      language: z.enum(conversationLanguages).default('en'),
    }),
    reply: z.object({
      intent: VoiceIntent,
      /** The spoken answer; null if the caller may not read transcripts. */
      reply: z.string().nullable(),
      session_id: Id,
      /** The diary entry, alert or message created. */
      made: z.object({ kind: z.enum(['wellness', 'alert', 'message']), id: Id }).nullable(),
    }),
  }),
  familyFeed: endpoint({
    method: 'GET',
    path: `${base}/family-activity-feed`,
    summary: 'List family messages and tasks of the last hours, newest first; five if simplified',
    access: may('care', 'list'),
    query: z.strictObject({
      ...targetPersonFields,
      simplified: z.stringbool().default(true),
      hours: z.coerce.number().int().min(1).max(720).default(24),
    }),
    reply: z.object({ user_id: UserId, items: z.array(FeedItem), more: z.int(), as_of: Instant }),
  }),
  assignTask: endpoint({
    method: 'POST',
    path: `${base}/assign-task`,
    summary: 'Create a care task, optionally assigned to a carer',
    access: may('care', 'create'),
    query: TargetPersonQuery,
    body: z.strictObject({ ...TaskText.shape, assignee_id: PersonKey.optional() }),
    status: 201,
    reply: CareTask,
  }),
  tasks: endpoint({
    method: 'GET',
    path: `${base}/family-tasks`,
    summary: 'List a person’s care tasks, soonest due first',
    access: may('care', 'list'),
    query: z.strictObject({ ...targetPersonFields, status_filter: TaskStatus.optional() }),
    reply: z.object({ tasks: z.array(CareTask), total: z.int() }),
  }),
  changeTask: endpoint({
    method: 'PUT',
    path: `${base}/family-tasks/{id}`,
    summary: 'Update or complete a care task',
    access: may('care', 'update'),
    query: TargetPersonQuery,
    body: z
      .strictObject({
        title: TaskText.shape.title,
        notes: z.string().trim().max(2000).nullable(),
        due_at: Instant.nullable(),
        status: TaskStatus,
      })
      .partial(),
    reply: CareTask,
  }),
  carePlan: endpoint({
    method: 'PUT',
    path: `${base}/care-plan`,
    summary: 'Replace a person’s care plan',
    access: may('elderly', 'update'),
    query: TargetPersonQuery,
    body: z.strictObject({
      goals: z.array(Goal).max(30),
      notes: z.string().trim().max(4000).nullable().default(null),
      review_on: Day.nullable().default(null),
    }),
    reply: z.object({ user_id: UserId, plan: personal(CarePlan), version: z.int() }),
  }),
  carePlanStatus: endpoint({
    method: 'GET',
    path: `${base}/care-plan-status`,
    summary: 'Get the progress of a person’s care plan: goals, tasks and medication of the last 30 days',
    access: may('elderly', 'show'),
    query: TargetPersonQuery,
    reply: z.object({
      user_id: UserId,
      plan: personal(CarePlan),
      /** 0 before the first plan. */
      version: z.int(),
      /** Mean progress of the goals; null if there are none. */
      progress: z.number().nullable(),
      review_is_due: z.boolean(),
      tasks: z.object({ open: z.int(), overdue: z.int(), done: z.int() }),
      adherence: personal(Adherence),
      as_of: Instant,
    }),
  }),
}
