import { z } from 'zod'

export const Username = z
  .string()
  .trim()
  .min(3)
  .max(60)
  .regex(/^[\p{L}\p{N}._-]+$/u, 'Letters, digits, dot, dash and underscore only')
/** At least 8 characters, as the description asks; at most 200, so that hashing stays bounded. */
export const Password = z.string().min(8, 'Password must be at least 8 characters long').max(200)
