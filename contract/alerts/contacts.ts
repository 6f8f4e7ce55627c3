import { z } from 'zod'
import { AsOfQuery } from '../kit/as-of.ts'
import { endpoint } from '../kit/endpoint.ts'
import { callableContact, Email, Id, Instant, PersonKey, personal, reference } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'

export const Relationship = z.enum(['family', 'friend', 'caregiver', 'neighbor', 'doctor'])
export type Relationship = z.infer<typeof Relationship>

const { name, phone } = callableContact('Name and phone number are required')

/** An emergency contact of an elderly person. */
export const Contact = z.object({
  id: Id,
  person_id: reference('elderly'),
  name,
  relationship: Relationship,
  phone: personal(phone),
  email: personal(Email),
  /** Their role in an emergency. */
  role: z.string().trim().max(60).nullable(),
  /** Calling order: 1 high, 2 medium, 3 low. */
  priority: z.int().min(1).max(3),
  organization_id: reference('organizations'),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})

export const NewContact = z.object({
  name,
  phone,
  relationship: Relationship.default('family'),
  email: Email.nullable().optional(),
  role: Contact.shape.role.optional(),
  priority: Contact.shape.priority.default(2),
})

export const contacts = {
  list: endpoint({
    method: 'GET',
    path: '/api/mobile/v1/emergency/contacts',
    summary: 'List emergency contacts, optionally of one person by user_id',
    access: may('alerts', 'list'),
    ...listing('contacts', Contact, {
      filter: ['person_id', 'name', 'relationship', 'priority', 'organization_id', 'created_at'],
      sort: ['priority', 'name', 'relationship', 'created_at'],
      search: ['name', 'phone', 'email'],
      asOf: true,
      also: { user_id: PersonKey },
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/mobile/v1/emergency/contacts/{id}',
    summary: 'Show an emergency contact',
    access: may('alerts', 'show'),
    query: AsOfQuery,
    reply: Contact,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/mobile/v1/emergency/contacts',
    summary: 'Add an emergency contact of the person with this user_id, or of the one in the body',
    access: may('alerts', 'create'),
    query: z.strictObject({ user_id: PersonKey.optional() }),
    body: NewContact.extend({ person_id: reference('elderly').optional() }),
    status: 201,
    reply: Contact,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/mobile/v1/emergency/contacts/{id}',
    summary: 'Change an emergency contact',
    access: may('alerts', 'update'),
    query: z.strictObject({ user_id: PersonKey.optional() }),
    body: NewContact.extend({
      relationship: Relationship,
      priority: Contact.shape.priority,
    }).partial(),
    reply: Contact,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/mobile/v1/emergency/contacts/{id}',
    summary: 'Remove an emergency contact',
    access: may('alerts', 'delete'),
    query: z.strictObject({ user_id: PersonKey.optional() }),
  }),
}
