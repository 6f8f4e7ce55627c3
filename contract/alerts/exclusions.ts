import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'
import { Alert } from './alerts.ts'
import { Relationship } from './contacts.ts'

/** Categories of danger that can have a ladder of their own: the types of alerts that the safety watch raises. */
export const AlertCategory = z.enum([
  'self_harm',
  'medical',
  'fall',
  'abuse',
  'third_party',
  'medication',
  'distress',
])
export type AlertCategory = z.infer<typeof AlertCategory>

/** Groups that are neither notified of an alert of this category nor shown it: one of them may be the danger. */
export const excludedByCategory: ReadonlyMap<string, readonly Relationship[]> = new Map([
  ['abuse', ['family', 'caregiver']],
])

/** Why a person is excluded: by the alert's category, by an operator, or by the ladder's step. */
export const ExclusionReason = z.enum(['category', 'operator', 'ladder'])
export type ExclusionReason = z.infer<typeof ExclusionReason>

/** Details of an `excluded` or `left_out` event. */
export const ExclusionDetails = z.object({
  /** Category that excludes whole groups. */
  category: z.string().optional(),
  relationships: z.array(Relationship).default([]),
  recipients: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** The step that they were left out of. */
      step: z.int().optional(),
      reason: ExclusionReason.optional(),
    }),
  ),
  /** An operator's reason. */
  reason: z.string().optional(),
})

/** A person the alert may notify, or who may see it. */
export const AlertRecipient = z.object({
  kind: z.enum(['person', 'contact']),
  id: Id,
  name: z.string(),
  /** Null for staff and for an organization's admins. */
  relationship: Relationship.nullable(),
  /** Why they are excluded; null for those who are not. */
  excluded: ExclusionReason.nullable(),
})
export type AlertRecipient = z.output<typeof AlertRecipient>

const path = '/api/alerts/{id}/exclusions'

export const exclusions = {
  recipients: endpoint({
    method: 'GET',
    path,
    summary: 'List who may be notified of an alert or see it, and who is excluded',
    access: may('alert_exclusions', 'list'),
    reply: z.object({ recipients: z.array(AlertRecipient) }),
  }),
  exclude: endpoint({
    method: 'POST',
    path,
    summary:
      'Exclude a person or contact from an alert: they are no longer notified, cannot see it, and lose it if they own it',
    reserved: 'alarms',
    access: may('alert_exclusions', 'create'),
    body: z.strictObject({ recipient_id: Id, reason: z.string().trim().min(1).max(2_000) }),
    reply: Alert,
  }),
}
