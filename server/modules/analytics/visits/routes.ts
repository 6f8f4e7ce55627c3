import { visits } from '#contract/analytics/visits.ts'
import { serve } from '#server/kit/serve.ts'
import { isProgram } from '../programs.ts'
import { insertVisit } from './queries.ts'

export default serve(visits)({
  note: async ({ body, db, request }) => {
    if (!isProgram(request.headers['user-agent'])) await insertVisit(db, body.visitor_id, body.path)
  },
})
