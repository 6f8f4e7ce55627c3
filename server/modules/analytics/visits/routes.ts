import { visits } from '#contract/analytics/visits.ts'
import { serve } from '#server/kit/serve.ts'
import { insertVisit } from './queries.ts'

/** Matches bots that identify themselves. Cubot is a phone brand. */
const isProgram = (userAgent = '') => /(?<!cu)bot\b|crawl|spider|slurp|headless/i.test(userAgent)

export default serve(visits)({
  note: async ({ body, db, request }) => {
    if (!isProgram(request.headers['user-agent'])) await insertVisit(db, body.visitor_id, body.path)
  },
})
