import type { TFunction } from 'i18next'
import { reasonOf } from '#contract/kit/refusal.ts'
import type { Labels } from '../labels.ts'
import { reasonText } from '../refusal-text.ts'
import type { Field } from '../resource.ts'
import { typed } from './values.ts'

/**
 * What is wrong with what was typed for a field, or undefined; of a list of parts, which part of which item.
 */
export function problemWith(
  field: Field,
  value: unknown,
  { required, labels }: { required: boolean; labels: Pick<Labels, 'field'> },
  t: TFunction<'kit'>,
): string | undefined {
  const given = typed(field, value)
  const label = labels.field(field.name)
  if (given === undefined) return required ? t('issue.required', { field: label }) : undefined
  const [issue] = field.schema.safeParse(given).error?.issues ?? []
  if (!issue) return
  const problem = reasonText({ ...reasonOf(issue), text: issue.message }, label, t)
  const [item, part] = issue.path
  if (typeof item !== 'number' || typeof part !== 'string') return problem
  return t('issue.within', { item: item + 1, field: labels.field(part), problem })
}
