import { v7 as uuid } from 'uuid'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'

/** Records a visit. Nothing that identifies the person or the request is stored. */
export async function insertVisit(db: Db, visitorId: string, path: string): Promise<void> {
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
