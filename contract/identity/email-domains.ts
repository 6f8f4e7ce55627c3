import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/fields.ts'
import { may } from '../kit/permissions.ts'

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, 'Must be a domain name')

export const EmailDomain = z.object({
  domain: z.string(),
  verified_at: Instant.nullable(),
  /** The DNS record of type TXT that proves ownership. */
  record: z.object({ name: z.string(), value: z.string() }),
})

const path = '/api/users/organizations/{id}/single-sign-on/domains'

/** Domains of e-mail addresses whose owners sign in at an organization's provider. */
export const emailDomains = {
  add: endpoint({
    method: 'POST',
    path: `${path}`,
    summary: 'Add an e-mail domain',
    access: may('single_sign_on', 'update'),
    stepUp: true,
    body: z.strictObject({ domain: Domain }),
    status: 201,
    reply: EmailDomain,
  }),
  verify: endpoint({
    method: 'POST',
    path: `${path}/{domain}/verify`,
    summary: 'Verify an e-mail domain by its DNS record, or as staff without one',
    access: may('single_sign_on', 'update'),
    stepUp: true,
    body: z.strictObject({ without_record: z.boolean().default(false) }),
    reply: EmailDomain,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/{domain}`,
    summary: 'Remove an e-mail domain',
    access: may('single_sign_on', 'delete'),
    stepUp: true,
  }),
}
