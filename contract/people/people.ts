import { z } from 'zod'
import { Password, Username } from '../identity/index.ts'
import { endpoint } from '../kit/endpoint.ts'
import {
  Email,
  Id,
  Instant,
  Name,
  Phone,
  personal,
  RoleName,
  reference,
  UserId,
  unique,
} from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'

export const PersonStatus = z.enum(['active', 'invited', 'suspended'])

/** Fields that all people have, whatever their role. */
export const Person = z.object({
  id: Id,
  user_id: UserId,
  name: Name,
  username: Username,
  email: personal(Email),
  phone: personal(Phone),
  organization_id: reference('organizations'),
  status: PersonStatus,
  last_login: Instant.nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})

export const NewPerson = z.object({
  name: Name,
  username: unique(Username),
  email: unique(Email),
  phone: Phone.nullable().optional(),
  organization_id: reference('organizations').optional(),
  password: Password.optional().meta({ description: 'If omitted, the person gets an e-mail to set one' }),
})

/** Whether a person may sign in. `invited` cannot be set; it ends when the person sets a password. */
export const Standing = z.object({ status: PersonStatus.exclude(['invited']) })

/** Reply of a role change. */
export const PersonRole = Person.pick({
  id: true,
  user_id: true,
  name: true,
  organization_id: true,
  status: true,
  version: true,
}).extend({ role: RoleName })

export const people = {
  assignRole: endpoint({
    method: 'PUT',
    path: '/api/users/{id}/role',
    summary: 'Change the role of a person, by id or user_id',
    access: may('admins', 'update'),
    stepUp: true,
    body: z.object({ role: RoleName }),
    reply: PersonRole,
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/api/users/{id}/reset-second-factor',
    summary: 'Remove the second factor and passkeys of a person who lost them; ends all their sessions',
    access: may('admins', 'update'),
    stepUp: true,
  }),
}
