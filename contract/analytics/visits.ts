import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id } from '../kit/fields.ts'

/** Public pages, whose visits are counted. */
export const publicPaths = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/terms-of-service',
  '/privacy-policy',
] as const
export const PublicPath = z.enum(publicPaths)

export const visits = {
  note: endpoint({
    method: 'POST',
    path: '/api/visits',
    /** Bots get the same response but are not counted. */
    summary: 'Record a visit to a public page',
    access: 'public',
    body: z.strictObject({
      /** Random id generated and stored by the browser; not linked to a person. */
      visitor_id: Id,
      path: PublicPath,
    }),
  }),
}
