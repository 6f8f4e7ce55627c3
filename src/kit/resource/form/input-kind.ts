import type { TFunction } from 'i18next'
import { z } from 'zod'
import { fieldKind, unwrapSchema } from '#contract/kit/fields.ts'
import { refusalOfIssue } from '#contract/kit/refusal.ts'
import { issueMessage, type Labels } from '../labels.ts'
import { choicesOf, type Field, fieldsOf, type Resource } from '../resource.ts'
import { parseInput } from './values.ts'

export type InputKind =
  | 'text'
  | 'textarea'
  | 'password'
  | 'number'
  | 'switch'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'tags'
  | 'day'
  | 'instant'
  | 'timeZone'
  | 'custom'

function isOfTexts({ schema }: Field): boolean {
  const inner = unwrapSchema(schema)
  return inner instanceof z.ZodArray && fieldKind(inner.element as z.ZodType) === 'text'
}

/** The input kind of a field, or undefined if forms do not include it. */
export function inputKindOf(field: Field): InputKind | undefined {
  if (field.view.input) return 'custom'
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
      return isOfTexts(field) ? 'tags' : undefined
    case 'object':
      return undefined
    default:
      if (choicesOf(field).length) return 'choice'
      if (field.name === 'password') return 'password'
      if (field.name === 'time_zone') return 'timeZone'
      return field.multiline ? 'textarea' : 'text'
  }
}

/**
 * Whether a form requires a value: a new record may omit what an existing one may not lose, and what an existing one
 * never had may stay empty. An empty list is a value.
 * @param saved the record's value, if it exists
 */
export const isRequired = ({ schema }: Field, of: 'new' | 'old', saved?: unknown) =>
  !schema.safeParse(null).success &&
  !schema.safeParse([]).success &&
  (of === 'old' ? saved !== null : !schema.safeParse(undefined).success)

/** The fields of a request body, with the resource's field views. */
export function formFieldsOf(body: z.ZodType | undefined, of: Resource): ReadonlyMap<string, Field> {
  const views = Object.fromEntries([...of.fields].map(([name, { view }]) => [name, view]))
  return new Map([...fieldsOf(body as z.ZodObject, views)].filter(([, field]) => inputKindOf(field)))
}

/** Validates a field's value and returns the message, if any; for lists it names the item and part. */
export function validateField(
  field: Field,
  value: unknown,
  { required, labels }: { required: boolean; labels: Pick<Labels, 'field'> },
  t: TFunction<'kit'>,
): string | undefined {
  const parsed = parseInput(field, value)
  const label = labels.field(field.name)
  if (parsed === undefined) return required ? t('issue.required', { field: label }) : undefined
  const [issue] = field.schema.safeParse(parsed).error?.issues ?? []
  if (!issue) return
  const problem = issueMessage({ ...refusalOfIssue(issue), text: issue.message }, label, t)
  const [item, part] = issue.path
  if (typeof item !== 'number' || typeof part !== 'string') return problem
  return t('issue.nested', { item: item + 1, field: labels.field(part), problem })
}
