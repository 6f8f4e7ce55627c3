import { sql } from 'kysely'
import { type Counted, type PlanId, plans } from '#contract/billing/plans.ts'
import type { Role } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { prepared } from '#server/db/prepared-statements.ts'
import { Problem } from '#server/kit/problem.ts'

const planResources = ['elderly_users', 'devices', 'caregivers'] as const satisfies readonly Counted[]
const roleByResource = { elderly_users: 'elderly_user', caregivers: 'caregiver' } as const

const one: Record<Counted, string> = {
  elderly_users: 'elderly user',
  devices: 'device',
  caregivers: 'caregiver',
}
const many = (what: Counted, count: number) => `${count} ${one[what]}${count === 1 ? '' : 's'}`

/** The plan resource that a person of this role counts towards, if any. */
export const planResourceOf = (role: Role): Counted | undefined =>
  planResources.find(what => what !== 'devices' && roleByResource[what] === role)

async function countResource(db: Db, organizationId: string, what: Counted): Promise<number> {
  const from =
    what === 'devices'
      ? sql`devices where organization_id = ${organizationId}`
      : sql`people where organization_id = ${organizationId} and role = ${roleByResource[what]}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${from} and deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** An organization's usage of all plan resources. */
export async function getUsage(db: Db, organizationId: string): Promise<Record<Counted, number>> {
  const counts = planResources.map(
    async what => [what, await countResource(db, organizationId, what)] as const,
  )
  return Object.fromEntries(await Promise.all(counts)) as Record<Counted, number>
}

const planLimitReached = (detail: string) => new Problem(409, detail, { kind: 'plan-limit' })

/**
 * Refuses to exceed an organization's plan; without a subscription there is no limit. Locks the subscription, so that
 * concurrent calls cannot both take the last place.
 */
export async function assertWithinPlan(db: Db, organizationId: string, what: Counted): Promise<void> {
  const subscription = await db
    .selectFrom('subscriptions')
    .modifyFront(prepared)
    .select('plan')
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!subscription) return
  const { name, covers } = plans[subscription.plan]
  if ((await countResource(db, organizationId, what)) < covers[what]) return
  throw planLimitReached(
    `Your ${name} plan includes ${many(what, covers[what])}, all in use. Upgrade to add more.`,
  )
}

/** Refuses a plan that is too small for the organization's usage. */
export async function assertPlanCovers(db: Db, organizationId: string, plan: PlanId): Promise<void> {
  const usage = await getUsage(db, organizationId)
  const { name, covers } = plans[plan]
  const what = planResources.find(what => usage[what] > covers[what])
  if (!what) return
  throw planLimitReached(
    `You have ${many(what, usage[what])}, but the ${name} plan includes ${covers[what]}. Choose a larger plan.`,
  )
}
