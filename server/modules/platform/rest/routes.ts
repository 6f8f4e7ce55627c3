import { rest } from '#contract/platform/rest.ts'
import { rowGroups } from '#contract/platform/row-groups.ts'
import { serve } from '#server/kit/serve.ts'

/** The addresses below `/api/rest`; registered after the modules whose handlers answer. */
export default serve(rest)({})

/** The groups of the lists, which their handlers answer as well. */
export const rowGroupRoutes = serve(rowGroups)({})
