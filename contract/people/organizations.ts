import { z } from 'zod'
import { OrganizationKind } from '../identity/index.ts'
import { AsOfQuery } from '../kit/as-of.ts'
import { bulkEndpoints } from '../kit/bulk.ts'
import { endpoint } from '../kit/endpoint.ts'
import {
  Email,
  Id,
  Instant,
  Locale,
  Name,
  Phone,
  personal,
  Region,
  reference,
  TimeZone,
} from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'

export const OrganizationStatus = z.enum(['active', 'suspended', 'closed'])

export const Organization = z.object({
  id: Id,
  name: Name,
  kind: OrganizationKind,
  status: OrganizationStatus,
  region: Region,
  time_zone: TimeZone,
  locale: Locale,
  email: personal(Email),
  phone: personal(Phone),
  address: personal(z.string().trim().max(300).meta({ multiline: true })),
  /** Whether members must set up two-factor authentication before they can do anything else. */
  requires_second_factor: z.boolean(),
  /** Notified first of alerts about abuse, besides the operators. */
  safety_lead_id: reference('admins').nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
})

export const NewOrganization = Organization.pick({
  name: true,
  kind: true,
  region: true,
  time_zone: true,
  locale: true,
  email: true,
  phone: true,
  address: true,
  requires_second_factor: true,
  safety_lead_id: true,
}).partial({
  time_zone: true,
  locale: true,
  email: true,
  phone: true,
  address: true,
  requires_second_factor: true,
  safety_lead_id: true,
})

const oneOrganization = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/organizations',
    summary: 'List organizations',
    access: may('organizations', 'list'),
    mayLag: 'export',
    ...listing('organizations', Organization, {
      filter: ['status', 'kind', 'region', 'name', 'time_zone', 'created_at'],
      sort: ['name', 'kind', 'status', 'region', 'created_at'],
      search: ['name'],
      asOf: true,
      removed: true,
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/users/organizations/{id}',
    summary: 'Show an organization',
    access: may('organizations', 'show'),
    query: AsOfQuery,
    reply: Organization,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/users/organizations',
    summary: 'Create an organization',
    access: may('organizations', 'create'),
    body: NewOrganization,
    status: 201,
    reply: Organization,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/users/organizations/{id}',
    summary: 'Update an organization',
    access: may('organizations', 'update'),
    body: NewOrganization.extend({ status: OrganizationStatus }).partial(),
    reply: Organization,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/users/organizations/{id}',
    summary: 'Remove an organization',
    access: may('organizations', 'delete'),
    stepUp: true,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/users/organizations/{id}/restore',
    summary: 'Restore a removed organization',
    access: may('organizations', 'delete'),
    reply: Organization,
  }),
}

export const organizations = {
  ...oneOrganization,
  ...bulkEndpoints(
    'organizations',
    oneOrganization,
    Organization.pick({ status: true, region: true, time_zone: true, locale: true }),
  ),
}
