import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Instant, Name, reference } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may, scopes } from '../kit/permissions.ts'

/** A key for programmatic access: it can call the endpoints of its scopes, on the rows of its organization. */
export const ApiKey = z.object({
  id: Id,
  name: Name,
  /** First characters of the key, to recognise it; the rest is not stored. */
  prefix: z.string(),
  scopes: z.array(z.enum(scopes)).min(1, 'Choose at least one scope'),
  status: z.enum(['active', 'revoked']),
  organization_id: reference('organizations'),
  created_by: Id.nullable(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
})

export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/api-keys',
    summary: 'List API keys',
    access: may('api_keys', 'list'),
    ...listing('api_keys', ApiKey, {
      filter: ['status', 'name', 'prefix', 'organization_id', 'created_at', 'last_used_at'],
      sort: ['name', 'status', 'created_at', 'last_used_at'],
      search: ['name', 'prefix'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/api-keys/{id}',
    summary: 'Show an API key',
    access: may('api_keys', 'show'),
    reply: ApiKey,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/api-keys',
    summary: 'Create an API key; the key itself is returned only once',
    access: may('api_keys', 'create'),
    stepUp: true,
    body: ApiKey.pick({ name: true, scopes: true, organization_id: true }).partial({ organization_id: true }),
    status: 201,
    reply: ApiKey.extend({ key: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/api-keys/{id}',
    summary: 'Revoke an API key',
    access: may('api_keys', 'delete'),
    stepUp: true,
  }),
}
