import { z } from 'zod'
import { phonePattern, timeOfDayPattern } from './fields.ts'

/** Reason codes of refused values and changes; each has a text in the console. */
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

/** Values for the placeholders of a code's text. */
export const RefusalValues = z.record(z.string(), z.union([z.string(), z.number()]))
export type RefusalValues = z.infer<typeof RefusalValues>

/** Language-independent reason for refusing a row. */
export const Refusal = z.object({
  /** The invalid field; null if the whole row is refused. */
  field: z.string().nullable(),
  /** Null if only `text` describes the reason. */
  code: RefusalCode.nullable(),
  values: RefusalValues,
  /** English text. */
  text: z.string(),
})
export type Refusal = z.infer<typeof Refusal>

type Reason = Pick<Refusal, 'code' | 'values'>

const withCode = (code: RefusalCode, values: RefusalValues = {}): Reason => ({ code, values })
const withoutCode: Reason = { code: null, values: {} }

function reasonOfFormat({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Reason {
  if (format === 'email') return withCode('email')
  if (format !== 'regex') return withCode('invalid')
  if (pattern === String(timeOfDayPattern)) return withCode('time')
  return pattern === String(phonePattern) ? withCode('phone') : withoutCode
}

const tooSmall: Partial<Record<string, RefusalCode>> = { string: 'short', array: 'few' }

/** Reason code of a schema issue. Where the contract defines its own message, only the message is used. */
export function refusalOfIssue(issue: z.core.$ZodIssue): Reason {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number') return withCode('number')
      return withCode(issue.expected === 'int' ? 'whole' : 'invalid')
    case 'invalid_value':
      return withCode('choice')
    case 'too_small':
      return withCode(tooSmall[issue.origin] ?? 'small', { count: Number(issue.minimum) })
    case 'too_big':
      return withCode(issue.origin === 'string' ? 'long' : 'big', { count: Number(issue.maximum) })
    case 'invalid_format':
      return reasonOfFormat(issue as z.core.$ZodIssueInvalidStringFormat)
    case 'custom': {
      const code = RefusalCode.safeParse(issue.params?.code)
      return code.success ? withCode(code.data) : withoutCode
    }
    default:
      return withCode('invalid')
  }
}
