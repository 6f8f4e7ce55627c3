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

/** What everybody has, whatever list they stand in. */
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
  password: Password.optional().meta({ description: 'Left out, the person gets a mail to choose one' }),
})

/** Whether somebody may sign in; `invited` is not given, it ends when they choose a password. */
export const Standing = z.object({ status: PersonStatus.exclude(['invited']) })

/** What a change of role answers, whichever role it was and became. */
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
    summary: 'Give any person, named by id or user_id, another role',
    access: may('admins', 'update'),
    stepUp: true,
    body: z.object({ role: RoleName }),
    reply: PersonRole,
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/api/users/{id}/reset-second-factor',
    summary: 'Take the second factor and the passkeys from somebody who lost them; all their sessions end',
    access: may('admins', 'update'),
    stepUp: true,
  }),
}
