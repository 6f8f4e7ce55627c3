import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id } from '../kit/fields.ts'

/** Records of one kind that a search answers at most. */
export const hitsOfAKind = 5

/** A record that a search found. */
export const Hit = z.object({
  /** The resource that it belongs to. */
  resource: z.string(),
  id: Id,
  /** What it is called. */
  name: z.string(),
  /** The field that holds what was searched for, where that is not its name. */
  matched: z.object({ field: z.string(), value: z.string() }).nullable(),
})
export type Hit = z.infer<typeof Hit>

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/api/search',
    summary:
      'Find records of all kinds that the caller may see, by words that may be mistyped; the likeliest first',
    access: 'signed-in',
    query: z.strictObject({ q: z.string().trim().min(1).max(200) }),
    reply: z.object({ hits: z.array(Hit) }),
  }),
}
