import type { z } from 'zod'
import { importedFields } from '#contract/platform/imports.ts'
import { isRequired } from '../form/input-kind.ts'
import { type Field, fieldsOf, type Resource } from '../resource.ts'

/** The fields that a file can hold, in the order of the creation's form. */
export function fieldsToImport({ api }: Resource): (Field & { required: boolean })[] {
  if (!api.create) return []
  const fields = fieldsOf(api.create.body as z.ZodObject)
  return importedFields(api.create.body).flatMap(([name]) => {
    const field = fields.get(name)
    return field ? [{ ...field, required: isRequired(field, 'new') }] : []
  })
}
