import { z } from 'zod'
import { PersonKey } from './fields.ts'

/** Whom a mobile call is about: within the caller's reach, and the caller where they do not say. */
export const targetPersonFields = { user_id: PersonKey.optional() }
export const TargetPersonQuery = z.strictObject(targetPersonFields)
