import { v7 as uuid } from 'uuid'
import { visits } from '#contract/analytics/visits.ts'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { serve } from '#server/kit/serve.ts'
import { isProgram } from '../programs.ts'

/** Records a visit. Nothing that identifies the person or the request is stored. */
async function insertVisit(db: Db, visitorId: string, path: string): Promise<void> {
  await db
    .insertInto('page_visits')
    .values({
      organization_id: serviceOrganization,
      id: uuid(),
      visitor_id: visitorId,
      person_id: null,
      path,
      ts: new Date().toISOString(),
    })
    .execute()
}

export default serve(visits)({
  note: async ({ body, db, request }) => {
    if (!isProgram(request.headers['user-agent'])) await insertVisit(db, body.visitor_id, body.path)
  },
})
