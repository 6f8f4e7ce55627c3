import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { may } from '../kit/permissions.ts'

/** The result of an erasure. */
export const Erasure = z.object({
  /** Number of rows deleted or anonymised, by table. */
  rows: z.record(z.string(), z.int()),
})

/** Data access and erasure (GDPR, articles 15, 17 and 20). */
export const privacy = {
  ownPackage: endpoint({
    method: 'GET',
    path: '/api/auth/package',
    summary: 'Download all data about yourself as one JSON document',
    access: 'signed-in',
    stepUp: true,
    status: 200,
  }),
  package: endpoint({
    method: 'GET',
    path: '/api/users/{id}/package',
    summary: 'Download all data about a person, by id or user_id, as one JSON document',
    access: may('admins', 'update'),
    stepUp: true,
    status: 200,
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/users/{id}/erase',
    summary: 'Permanently erase the personal data of a person, by id or user_id',
    access: may('admins', 'delete'),
    stepUp: true,
    body: z.strictObject({
      /** The person's displayed name, to confirm the erasure. */
      name: z.string().trim().min(1).max(120),
    }),
    reply: Erasure,
  }),
}
