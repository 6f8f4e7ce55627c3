import type { TFunction } from 'i18next'
import type { z } from 'zod'
import type { Labels } from '../labels.ts'
import type { Field } from '../resource.ts'
import { typed } from './values.ts'

/** What is wrong with a value, in the person's language; where the contract has words of its own, in those. */
function messageOf(issue: z.core.$ZodIssue, t: TFunction<'kit'>): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number') return t('issue.number')
      return issue.expected === 'int' ? t('issue.whole') : t('issue.invalid')
    case 'invalid_value':
      return t('issue.choice')
    case 'too_small': {
      const count = Number(issue.minimum)
      return issue.origin === 'string' ? t('issue.short', { count }) : t('issue.small', { count })
    }
    case 'too_big': {
      const count = Number(issue.maximum)
      return issue.origin === 'string' ? t('issue.long', { count }) : t('issue.big', { count })
    }
    case 'invalid_format':
      if (issue.format === 'email') return t('issue.email')
      return issue.format === 'regex' ? issue.message : t('issue.invalid')
    case 'custom':
      return issue.message
    default:
      return t('issue.invalid')
  }
}

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
  if (given === undefined) {
    return required ? t('issue.required', { field: labels.field(field.name) }) : undefined
  }
  const [issue] = field.schema.safeParse(given).error?.issues ?? []
  if (!issue) return
  const problem = messageOf(issue, t)
  const [item, part] = issue.path
  if (typeof item !== 'number' || typeof part !== 'string') return problem
  return t('issue.within', { item: item + 1, field: labels.field(part), problem })
}
