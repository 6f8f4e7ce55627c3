import { z } from 'zod'
import { AccessToken, Password, Username } from '../identity/index.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Email, Id, Instant, Name, personal, RoleName, reference } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'

export const InviteStatus = z.enum(['pending', 'accepted', 'revoked', 'expired'])

/** An invitation by e-mail to join an organization in a role; valid for one account and 7 days. */
export const Invite = z.object({
  id: Id,
  email: personal(Email),
  role: RoleName,
  organization_id: reference('organizations'),
  status: InviteStatus,
  invited_by: Id,
  inviter_name: z.string(),
  created_at: Instant,
  expires_at: Instant,
  accepted_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
})

export const invites = {
  list: endpoint({
    method: 'GET',
    path: '/api/invites',
    summary: 'List invitations',
    access: may('care_team', 'list'),
    ...listing('invites', Invite, {
      filter: ['status', 'role', 'email', 'organization_id', 'created_at', 'expires_at'],
      sort: ['created_at', 'email', 'role', 'status', 'expires_at'],
      search: ['email', 'inviter_name'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/invites/{id}',
    summary: 'Show an invitation',
    access: may('care_team', 'show'),
    reply: Invite,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/invites',
    summary: 'Invite a person by e-mail',
    access: may('care_team', 'create'),
    stepUp: 'privileged-role',
    rateLimit: 'mail',
    body: z.object({
      email: Email,
      role: RoleName,
      organization_id: reference('organizations').optional(),
    }),
    status: 201,
    reply: Invite,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/invites/{id}',
    summary: 'Revoke a pending invitation',
    access: may('care_team', 'delete'),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/invites/accept',
    summary: 'Accept an invitation with its mailed token: creates the account and signs in',
    access: 'public',
    rateLimit: 'credentials',
    body: z.object({
      token: z.string().min(1).max(200),
      username: Username,
      name: Name,
      password: Password,
    }),
    status: 201,
    reply: AccessToken,
  }),
}
