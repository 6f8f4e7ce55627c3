import { sql } from 'kysely'
import type { Role } from '#contract/kit/permissions.ts'
import type { ReportSource } from '#contract/platform/reports.ts'
import type { Db } from '#server/db/open.ts'
import type { Actor, AuthenticatedCall } from '#server/kit/call.ts'
import { activeUsers } from '#server/kit/person.ts'
import { invalidField } from '#server/kit/problem.ts'
import type { Row } from '#server/kit/table/config.ts'
import { receivingRoles } from './sources.ts'

type Source = Pick<ReportSource, 'kind' | 'name'>

/** An active person; undefined if they may not sign in. */
export async function findActor(
  db: Db,
  id: string,
  isSecondFactorRequired: boolean,
): Promise<Actor | undefined> {
  const person = await activeUsers(db, isSecondFactorRequired).where('people.id', '=', id).executeTakeFirst()
  return person && { ...person, sessionId: '', hasRecentStepUp: false }
}

/** The people of an organization who may receive a source, by name. */
export const listReceivers = (db: Db, organization: string, source: Source, ids?: readonly string[]) =>
  activeUsers(db)
    .clearSelect()
    .select(['people.id', 'people.name'])
    .where('people.organization_id', '=', organization)
    .where('people.role', '=', sql<Role>`any(${receivingRoles(source)})`)
    .$if(ids !== undefined, query => query.where('people.id', '=', sql<string>`any(${ids}::uuid[])`))
    .orderBy(sql`lower(people.name)`)
    .orderBy('people.id')
    .limit(1_000)
    .execute()

interface Task {
  organization_id: string
  owner_id: string
  recipient_ids: readonly string[]
}

/** @throws Problem 422 if a recipient of a task may not see its source */
export async function requireReceivers(
  db: Db,
  { organization_id, recipient_ids }: Task,
  source: Source,
): Promise<void> {
  const found = await listReceivers(db, organization_id, source, recipient_ids)
  if (found.length < recipient_ids.length)
    throw invalidField('recipient_ids', 'Not everyone you chose may see this data')
}

/** Completes a change that resumes a task: whoever resumes that of a person without access becomes its owner. */
export async function completeResume(
  { db, actor }: AuthenticatedCall,
  row: Row,
  { owner_id }: Task,
): Promise<void> {
  if (row.status !== 'active') return
  row.paused_reason = null
  if (!(await findActor(db, owner_id, false))) row.owner_id = actor.id
}
