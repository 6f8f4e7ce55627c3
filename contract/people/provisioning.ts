import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, Name, reference, summable } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may, provisionedRoles } from '../kit/permissions.ts'

/** Where SCIM 2.0 (RFC 7644) is spoken, with an API key of the scope `scim`. */
export const scimPath = '/scim/v2'

/** A group that an identity provider created, and the role that its members have here. */
export const ProvisionedGroup = z.object({
  id: Id,
  display_name: Name,
  /** The group's id at the provider. */
  external_id: z.string().nullable(),
  /** Null while the group is not mapped: membership has no effect on roles until then. */
  role: z.enum(provisionedRoles).nullable(),
  member_count: summable(z.int()),
  organization_id: reference('organizations'),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})

export const provisionedGroups = {
  list: endpoint({
    method: 'GET',
    path: '/api/provisioned-groups',
    summary: 'List groups of the identity provider',
    access: may('admins', 'list'),
    ...listing('provisioned_groups', ProvisionedGroup, {
      filter: ['role', 'display_name', 'organization_id', 'created_at'],
      sort: ['display_name', 'role', 'member_count', 'created_at'],
      search: ['display_name'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/provisioned-groups/{id}',
    summary: 'Show a group of the identity provider',
    access: may('admins', 'show'),
    reply: ProvisionedGroup,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/provisioned-groups/{id}',
    summary: 'Map a group of the identity provider to a role; its members get the role immediately',
    access: may('admins', 'update'),
    stepUp: true,
    body: ProvisionedGroup.pick({ role: true }),
    reply: ProvisionedGroup,
  }),
}
