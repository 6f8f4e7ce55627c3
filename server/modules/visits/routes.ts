import { visits } from '#contract/visits.ts'
import { serve } from '#server/kit/serve.ts'
import { insertVisit } from './queries.ts'

export default serve(visits)({
  note: ({ body, db }) => insertVisit(db, body.visitor_id, body.path),
})
