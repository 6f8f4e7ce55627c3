import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { may } from '../kit/permissions.ts'

/** What became of the rows that a person stood in. */
export const Erasure = z.object({
  /** Rows that were deleted, or lost what told of the person, by table. */
  rows: z.record(z.string(), z.int()),
})

/** What the law calls access and erasure (GDPR, articles 15, 17 and 20). */
export const privacy = {
  ownPackage: endpoint({
    method: 'GET',
    path: '/api/auth/package',
    summary: 'Download all that is held of oneself, as one JSON document',
    access: 'signed-in',
    stepUp: true,
    status: 200,
  }),
  package: endpoint({
    method: 'GET',
    path: '/api/users/{id}/package',
    summary: 'Download all that is held of a person, named by id or user_id, as one JSON document',
    access: may('admins', 'update'),
    stepUp: true,
    status: 200,
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/users/{id}/erase',
    summary: 'Erase a person, named by id or user_id, for good: all that tells who they were or how they are',
    access: may('admins', 'delete'),
    stepUp: true,
    body: z.strictObject({
      /** The person's name as it is shown: nobody is erased by a slip. */
      name: z.string().trim().min(1).max(120),
    }),
    reply: Erasure,
  }),
}
