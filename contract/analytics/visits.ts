import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id } from '../kit/fields.ts'

/** The pages that tell of their visits: those that are open to everyone. */
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
    /** Search engines and other programs are answered alike, and do not count. */
    summary: 'Note that somebody, whoever they are, looks at a public page',
    access: 'public',
    body: z.strictObject({
      /** Made up by the browser and kept there: it tells visitors apart and says nothing of who they are. */
      visitor_id: Id,
      path: PublicPath,
    }),
  }),
}
