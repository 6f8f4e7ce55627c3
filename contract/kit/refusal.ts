import { z } from 'zod'
import { phonePattern, timeOfDayPattern } from './fields.ts'

/** Why a value or a change is refused, as far as it is known beforehand: each names a text of the console. */
export const RefusalCode = z.enum([
  'required',
  'invalid',
  'choice',
  'number',
  'whole',
  'short',
  'long',
  'small',
  'few',
  'big',
  'email',
  'phone',
  'time',
  'timeZone',
  'taken',
  'absent',
  'unnamed',
  'ambiguous',
  'forbidden',
  'role',
  'rank',
  'superRank',
  'self',
  'staffHome',
  'customerHome',
  'homeless',
  'serviceOrganization',
])
export type RefusalCode = z.infer<typeof RefusalCode>

/** What fills in the text of a code. */
export const RefusalValues = z.record(z.string(), z.union([z.string(), z.number()]))
export type RefusalValues = z.infer<typeof RefusalValues>

/** Why a row was refused, for readers of any language. */
export const Refusal = z.object({
  /** The field that is not acceptable; null where it is all of the row. */
  field: z.string().nullable(),
  /** Null where only `text` tells. */
  code: RefusalCode.nullable(),
  values: RefusalValues,
  /** In English. */
  text: z.string(),
})
export type Refusal = z.infer<typeof Refusal>

type Reason = Pick<Refusal, 'code' | 'values'>

const known = (code: RefusalCode, values: RefusalValues = {}): Reason => ({ code, values })
const unknown: Reason = { code: null, values: {} }

function ofFormat({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Reason {
  if (format === 'email') return known('email')
  if (format !== 'regex') return known('invalid')
  if (pattern === String(timeOfDayPattern)) return known('time')
  return pattern === String(phonePattern) ? known('phone') : unknown
}

const tooSmall: Partial<Record<string, RefusalCode>> = { string: 'short', array: 'few' }

/** What a schema complains of, by its code; where the contract has words of its own, only those tell. */
export function refusalOfIssue(issue: z.core.$ZodIssue): Reason {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number') return known('number')
      return known(issue.expected === 'int' ? 'whole' : 'invalid')
    case 'invalid_value':
      return known('choice')
    case 'too_small':
      return known(tooSmall[issue.origin] ?? 'small', { count: Number(issue.minimum) })
    case 'too_big':
      return known(issue.origin === 'string' ? 'long' : 'big', { count: Number(issue.maximum) })
    case 'invalid_format':
      return ofFormat(issue as z.core.$ZodIssueInvalidStringFormat)
    case 'custom': {
      const code = RefusalCode.safeParse(issue.params?.code)
      return code.success ? known(code.data) : unknown
    }
    default:
      return known('invalid')
  }
}
