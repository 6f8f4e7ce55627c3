import { rest } from '#contract/platform/rest.ts'
import { serve } from '#server/kit/serve.ts'

/** The addresses below `/api/rest`; registered after the modules whose handlers answer. */
export default serve(rest)({})
