import { z } from 'zod'
import { fieldMeta } from '#contract/kit/fields.ts'

type Redact = (value: unknown) => unknown

/** Built once per schema: replaces its personal fields by null, at any depth; null when it has none. */
function buildRedactor(schema: z.ZodType): Redact | null {
  if (fieldMeta(schema).personal) return () => null
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    const hide = buildRedactor(schema.unwrap() as z.ZodType)
    return hide && (value => (value === null || value === undefined ? value : hide(value)))
  }
  if (schema instanceof z.ZodArray) {
    const hide = buildRedactor(schema.element as z.ZodType)
    return hide && (value => (value as unknown[]).map(hide))
  }
  if (schema instanceof z.ZodObject) {
    const hidden = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
      const hide = buildRedactor(field)
      return hide ? [{ name, hide }] : []
    })
    if (hidden.length === 0) return null
    return value => {
      const shown = { ...(value as Record<string, unknown>) }
      for (const { name, hide } of hidden) if (name in shown) shown[name] = hide(shown[name])
      return shown
    }
  }
  return null
}

/** A function that removes phone, address, e-mail and health fields from a response of this schema. */
export const redactPii = (schema: z.ZodType): Redact => buildRedactor(schema) ?? (value => value)
