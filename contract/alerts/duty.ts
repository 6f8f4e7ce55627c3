import { z } from 'zod'
import { TimeOfDay } from '../kit/fields.ts'

/** Hours of a week in a time zone; a window that ends before it starts spans midnight. */
export const DutyWindow = z.object({
  /** Start days: 1 Monday … 7 Sunday. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: TimeOfDay,
  to: TimeOfDay,
})
export type DutyWindow = z.infer<typeof DutyWindow>
