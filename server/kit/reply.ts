import type { FastifyBaseLogger } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { z } from 'zod'

type Issues = { path: string; message: string }[]

const wrappers = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodPrefault, z.ZodReadonly] as const

/**
 * Encodes a value as far as its schema allows, and shows what does not fit as unavailable: as null. Unknown keys are
 * dropped, as in a full encoding.
 */
function encodePartially(schema: z.ZodType, value: unknown, path: string, issues: Issues): unknown {
  const result = z.safeEncode(schema, value as never)
  if (result.success) return result.data
  if (wrappers.some(wrapper => schema instanceof wrapper))
    return encodePartially((schema as z.ZodOptional).unwrap() as z.ZodType, value, path, issues)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((element, index) =>
      encodePartially(schema.element as z.ZodType, element, `${path}/${index}`, issues),
    )
  if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => [
        name,
        encodePartially(field, (value as Record<string, unknown>)[name], `${path}/${name}`, issues),
      ]),
    )
  issues.push({ path, message: result.error.issues[0]?.message ?? 'Invalid' })
  return null
}

/**
 * Serializes replies by their schemas. A stored record that does not fit its schema never fails the page it is on: its
 * unfit fields are null, and an error is logged with their paths, without their values.
 */
export const replySerializer =
  (log: FastifyBaseLogger): FastifySerializerCompiler<z.ZodType> =>
  ({ schema, method, url }) =>
  data => {
    const result = z.safeEncode(schema, data as never)
    if (result.success) return JSON.stringify(result.data)
    const issues: Issues = []
    const encoded = encodePartially(schema, data, '', issues)
    log.error({ method, url, issues: issues.slice(0, 20) }, 'a reply does not fit its schema')
    return JSON.stringify(encoded)
  }
