import { translationSessions } from '#contract/translation-sessions.ts'
import { serve } from '#server/kit/serve.ts'
import { translationSessionTable } from './queries.ts'

export default serve(translationSessions)({
  list: translationSessionTable.list,
})
