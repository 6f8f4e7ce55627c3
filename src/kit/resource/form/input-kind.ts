import { z } from 'zod'
import { bare, kindOf } from '#contract/kit/fields.ts'
import { choicesOf, type Field } from '../resource.ts'

export type InputKind =
  | 'text'
  | 'lines'
  | 'password'
  | 'number'
  | 'switch'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'words'
  | 'day'
  | 'instant'
  | 'own'

function isOfTexts({ schema }: Field): boolean {
  const inner = bare(schema)
  return inner instanceof z.ZodArray && kindOf(inner.element as z.ZodType) === 'text'
}

/** The input that a field is typed into, or undefined for what no form asks for. */
export function inputKindOf(field: Field): InputKind | undefined {
  if (field.view.input) return 'own'
  if (field.reference) return 'reference'
  switch (field.kind) {
    case 'boolean':
      return 'switch'
    case 'number':
    case 'day':
    case 'instant':
      return field.kind
    case 'list':
      if (choicesOf(field).length) return 'choices'
      return isOfTexts(field) ? 'words' : undefined
    case 'object':
      return undefined
    default:
      if (choicesOf(field).length) return 'choice'
      if (field.name === 'password') return 'password'
      return field.multiline ? 'lines' : 'text'
  }
}

/** Whether a form must have a value for the field: a new record may leave out what an old one may not lose. */
export const isRequired = ({ schema }: Field, of: 'new' | 'old') =>
  !schema.safeParse(null).success && (of === 'old' || !schema.safeParse(undefined).success)
