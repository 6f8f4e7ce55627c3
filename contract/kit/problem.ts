import { z } from 'zod'
import { RefusalCode, RefusalValues } from './refusal.ts'

/**
 * Why a call was refused: RFC 9457. `detail` is the text that the console shows, in English or in the language that
 * the call asked for by `Accept-Language`.
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string().optional(),
  /**
   * One entry for each input that was refused; `pointer` is a JSON pointer into the body or the query. `code` names the
   * reason where it is known, for texts in other languages.
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
