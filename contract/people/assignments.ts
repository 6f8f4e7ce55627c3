import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, reference, UserId } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may, type Role } from '../kit/permissions.ts'

/** Who can be assigned to an elderly user. */
export const carerRoles = ['caregiver', 'family_member'] as const satisfies readonly Role[]

/** What the elderly person lets this one carer see; what is not said is not consented to. */
export const Consent = z.object({
  location: z.boolean().default(false),
  /** What was said in conversations. */
  transcripts: z.boolean().default(false),
})

/** One carer who looks after one elderly person. */
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

/** Names the carer once: as a caregiver or, which is the same to the server, as a family member. */
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
    summary: 'List who looks after whom',
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
    summary: 'Change what a carer is to an elderly user, and may see of them',
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
    summary: 'List the carers of an elderly user, named by id or user_id',
    access: may('care_team', 'list'),
    reply: OfOnePerson,
  }),
  ofCaregiver: endpoint({
    method: 'GET',
    path: '/api/assignments/caregiver/{id}',
    summary: 'List whom a carer, named by id or user_id, looks after',
    access: may('care_team', 'list'),
    reply: OfOnePerson,
  }),
}
