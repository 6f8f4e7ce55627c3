import type { z } from 'zod'
import { type Field, fieldsOf, type Resource } from '../resource.ts'
import { inputKindOf } from './input-kind.ts'

/** The fields of a call's body that a form asks for, each as the resource views it. */
export function formFieldsOf(body: z.ZodType | undefined, of: Resource): ReadonlyMap<string, Field> {
  const views = Object.fromEntries([...of.fields].map(([name, { view }]) => [name, view]))
  return new Map([...fieldsOf(body as z.ZodObject, views)].filter(([, field]) => inputKindOf(field)))
}
