import { z } from 'zod'

/** Maximum number of conditions and groups in a group. */
export const maxGroupSize = 20

/** Filter conditions, as in the query: `{ status: ['faulty'], battery_lte: 20 }`. */
export type Conditions = { readonly [parameter: string]: unknown }

/**
 * A filter group: all direct conditions, every member of `and`, and one member of `or` must match.
 * `{ "or": [{ "status": "faulty" }, { "and": [{ "kind": "hub" }, { "battery_lte": 20 }] }] }`
 */
export type Where = Conditions & { readonly and?: readonly Where[]; readonly or?: readonly Where[] }

/** `_where` as a query parameter, in JSON. Its groups hold conditions, or groups that hold only conditions. */
export function whereOf(filters: Record<string, z.ZodType>): z.ZodType<Where, string> {
  const conditions = z.strictObject(filters).partial()
  const group = (member: z.ZodType) => z.array(member).min(1).max(maxGroupSize).optional()
  const grouped = (member: z.ZodType) =>
    z.strictObject({ ...conditions.shape, and: group(member), or: group(member) })
  return z
    .string()
    .max(8_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'Must be JSON' })
        return z.NEVER
      }
    })
    .pipe(grouped(grouped(conditions))) as unknown as z.ZodType<Where, string>
}
