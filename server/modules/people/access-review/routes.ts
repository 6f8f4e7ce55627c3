import { type RawBuilder, sql } from 'kysely'
import { canAssignRole } from '#contract/kit/permissions.ts'
import { accessReview, ReviewedKey, ReviewedPerson } from '#contract/people/access-review.ts'
import type { UserCall } from '#server/kit/call.ts'
import { Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { table } from '#server/kit/table/table.ts'
import { endSessions, revokeKey } from '#server/modules/identity/index.ts'

const owner = { organization: 'organization_id' }

/** Whether an instant is more days ago than any of these numbers. */
const isOlder = (instant: RawBuilder<unknown>, days: readonly string[]) =>
  sql<boolean>`${instant} < now() - make_interval(days => ${Math.min(...days.map(Number))}::int)`

const personReview = table({
  table: 'people',
  view: 'reviewed_people',
  resource: 'reviewed-people',
  schema: ReviewedPerson,
  list: accessReview.people,
  owner,
  isUnsearchable: true,
  also: {
    idle_days: days => isOlder(sql`coalesce(last_login, created_at)`, days),
  },
})

const keyReview = table({
  table: 'api_keys',
  view: 'reviewed_keys',
  resource: 'reviewed-keys',
  schema: ReviewedKey,
  list: accessReview.keys,
  owner,
  isUnsearchable: true,
  also: {
    idle_days: days => isOlder(sql`coalesce(last_used_at, created_at)`, days),
  },
})

/** Ends a person's sessions. @throws Problem 404 outside the caller's scope, 409 for a role above their own */
async function endSessionsOf(call: UserCall, id: string): Promise<void> {
  const { actor, db } = call
  const person = await personReview.find(call, id)
  if (!canAssignRole(actor.role, person.role))
    throw new Problem(409, 'Only an admin can change this person’s identity or access', { kind: 'rank' })
  await endSessions(db, person.id, actor.sessionId)
  call.audit({
    action: 'sessions_revoked',
    resourceType: 'account',
    resourceId: person.id,
    organizationId: person.organization_id,
  })
}

export default serve(accessReview)({
  people: personReview.list,
  keys: keyReview.list,
  endSessions: async call => {
    const ids = new Set(call.body.ids)
    for (const id of ids) await endSessionsOf(call, id)
    return { ended: ids.size }
  },
  revokeKeys: async call => {
    const ids = new Set(call.body.ids)
    for (const id of ids) await revokeKey(call, id)
    return { revoked: ids.size }
  },
})
