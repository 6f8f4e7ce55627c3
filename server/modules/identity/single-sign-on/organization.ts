import type { UserCall } from '#server/kit/call.ts'
import { notFound } from '#server/kit/problem.ts'
import { matchesKey, rowScope } from '#server/kit/table/scope.ts'

/** The organization of a call. @throws Problem 404 if it is outside the caller's scope */
export async function requireOrganization(call: UserCall & { params: { id: string } }): Promise<string> {
  const organization = await call.db
    .selectFrom('organizations')
    .select('id')
    .where(matchesKey(call.params.id, false))
    .where(rowScope(call, { organization: 'id' }))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!organization) throw notFound('This organization')
  return organization.id
}
