import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id } from '../kit/fields.ts'

/** Maximum number of search results per resource. */
export const hitsPerResource = 5

/** A search result. */
export const Hit = z.object({
  /** The resource of the record. */
  resource: z.string(),
  id: Id,
  /** Display name of the record. */
  name: z.string(),
  /** The matching field, if it is not the name. */
  matched: z.object({ field: z.string(), value: z.string() }).nullable(),
})
export type Hit = z.infer<typeof Hit>

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/api/search',
    summary: 'Search all records that you may list, tolerating typos; best match first',
    access: 'signed-in',
    query: z.strictObject({ q: z.string().trim().min(1).max(200) }),
    reply: z.object({ hits: z.array(Hit) }),
  }),
}
