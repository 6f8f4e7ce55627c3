import { z } from 'zod'
import { RefusalCode, RefusalValues } from './refusal.ts'

/**
 * An error response (RFC 9457). `detail` is shown in the console, in English or in the language of `Accept-
 * Language`.
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string().optional(),
  /**
   * One entry per invalid input. `pointer` is a JSON pointer into the body or query; `code`, where known,
   * identifies the reason for texts in other languages.
   */
  errors: z
    .array(
      z.object({
        pointer: z.string(),
        in: z.enum(['body', 'query', 'path']),
        detail: z.string(),
        code: RefusalCode.optional(),
        values: RefusalValues.optional(),
      }),
    )
    .optional(),
})
export type Problem = z.infer<typeof Problem>
