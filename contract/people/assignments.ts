import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, reference, UserId } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may, type Role } from '../kit/permissions.ts'

/** Roles that can be assigned to an elderly user. */
export const carerRoles = ['caregiver', 'family_member'] as const satisfies readonly Role[]

/** What the elderly user allows one carer to see; the default is no consent. */
export const Consent = z.object({
  location: z.boolean().default(false),
  /** The text of conversations. */
  transcripts: z.boolean().default(false),
})

/** The relation of one carer to one elderly user. */
export const Assignment = z.object({
  id: Id,
  elderly_id: reference('elderly'),
  elderly_user_id: UserId,
  elderly_name: z.string(),
  caregiver_id: Id,
  caregiver_user_id: UserId,
  caregiver_name: z.string(),
  caregiver_role: z.enum(carerRoles),
  relationship: z.string().trim().min(1).max(60),
  consent: z.object({ location: z.boolean(), transcripts: z.boolean() }),
  organization_id: reference('organizations'),
  created_at: Instant,
})

/** The carer is given either as a caregiver or as a family member. */
export const NewAssignment = z.object({
  elderly_id: reference('elderly'),
  caregiver_id: reference('caregivers').optional(),
  family_member_id: reference('family').optional(),
  relationship: Assignment.shape.relationship,
  consent: Consent.optional(),
})

const OfOnePerson = z.object({ assignments: z.array(Assignment), total: z.int().min(0) })

export const assignments = {
  list: endpoint({
    method: 'GET',
    path: '/api/assignments',
    summary: 'List assignments',
    access: may('care_team', 'list'),
    ...listing('assignments', Assignment, {
      filter: [
        'elderly_id',
        'caregiver_id',
        'caregiver_role',
        'relationship',
        'organization_id',
        'created_at',
      ],
      sort: ['created_at', 'elderly_name', 'caregiver_name', 'relationship'],
      search: ['elderly_name', 'caregiver_name', 'relationship'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/assignments/{id}',
    summary: 'Show an assignment',
    access: may('care_team', 'show'),
    reply: Assignment,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/assignments',
    summary: 'Assign a carer to an elderly user',
    access: may('care_team', 'create'),
    body: NewAssignment,
    status: 201,
    reply: Assignment,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/assignments/{id}',
    summary: 'Update the relationship and consent of an assignment',
    access: may('care_team', 'update'),
    body: NewAssignment.pick({ relationship: true, consent: true }).partial(),
    reply: Assignment,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/assignments/{id}',
    summary: 'End an assignment',
    access: may('care_team', 'delete'),
  }),
  ofElderly: endpoint({
    method: 'GET',
    path: '/api/assignments/elderly/{id}',
    summary: 'List the carers of an elderly user, by id or user_id',
    access: may('care_team', 'list'),
    reply: OfOnePerson,
  }),
  ofCaregiver: endpoint({
    method: 'GET',
    path: '/api/assignments/caregiver/{id}',
    summary: 'List the elderly users of a carer, by id or user_id',
    access: may('care_team', 'list'),
    reply: OfOnePerson,
  }),
}
