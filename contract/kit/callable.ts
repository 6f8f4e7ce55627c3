import { z } from 'zod'
import { phonePattern } from './fields.ts'

/** The name and number of somebody to call; where either is missing, `required` says so. */
export const callableContact = (required: string) => ({
  name: z.string(required).trim().min(1, required).max(120),
  phone: z
    .string(required)
    .trim()
    .min(1, { error: required, abort: true })
    .regex(phonePattern, 'Must be a phone number'),
})
