import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '#server/db/open.ts'
import { afterCommit } from '#server/kit/audit.ts'
import type { Call } from '#server/kit/call.ts'
import { clearPageCache } from '#server/kit/table/page-cache.ts'
import {
  type Cancellation,
  compareSteps,
  type DatedMovement,
  type ProviderLink,
  type ReportOutcome,
  replay,
  type StoredStep,
} from './history.ts'
import type { State } from './lifecycle.ts'

export type Audit = Call['audit']

const stateFields = [
  'plan',
  'billing_cycle',
  'status',
  'price_cents',
  'cancel_at_period_end',
  'current_period_start',
  'current_period_end',
  'trial_end',
] as const satisfies readonly (keyof State)[]
const providerFields = [
  'provider',
  'external_id',
  'customer_id',
  'payment_method',
  'reported_at',
  'reported_rank',
] as const satisfies readonly (keyof ProviderLink)[]
/** Fields left out of the activity log. */
const unauditedFields = ['reported_at', 'reported_rank']

const pick = <T extends object, K extends keyof T>(from: T, names: readonly K[]) =>
  Object.fromEntries(names.map(name => [name, from[name]])) as Pick<T, K>

/** Serializes changes to an organization's subscription. @returns whether the organization exists. */
export async function lockOrganization(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from organizations where id = ${id} for no key update`.execute(db)
  return rows.length > 0
}

/** The subscription row of an organization. */
export const findSubscription = (db: Db, organizationId: string) =>
  db.selectFrom('subscriptions').selectAll().where('organization_id', '=', organizationId).executeTakeFirst()
export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findSubscription>>>

/** The provider's id of a subscription; older rows without one use their own id. */
export const getExternalId = (row: Pick<SubscriptionRow, 'id' | 'external_id'>) =>
  row.external_id ?? `local_${row.id}`

/** The initial step of a subscription that predates stored steps. */
const initialStep = (row: SubscriptionRow): StoredStep => ({
  id: `stand_${row.id}`,
  at: row.reported_at ?? row.created_at,
  rank: row.reported_rank,
  step: {
    type: 'stand',
    state: pick(row, stateFields),
    holding: { ...pick(row, providerFields), external_id: getExternalId(row) },
  },
})

const storeStep = (db: Db, subscriptionId: string, { id, at, rank, step }: StoredStep) =>
  db
    .insertInto('subscription_steps')
    .values({ id, subscription_id: subscriptionId, at, rank, step: JSON.stringify(step) })
    .onConflict(conflict => conflict.doNothing())
    .execute()

/** The stored steps of a subscription; creates the initial step if there are none. */
async function stepsOf(db: Db, row: SubscriptionRow): Promise<StoredStep[]> {
  const steps = await db
    .selectFrom('subscription_steps')
    .select(['id', 'at', 'rank', 'step'])
    .where('subscription_id', '=', row.id)
    .execute()
  if (steps.length > 0) return steps as StoredStep[]
  const initial = initialStep(row)
  await storeStep(db, row.id, initial)
  return [initial]
}

/** The movements that steps have written, and the time of the last movement older than stored steps. */
async function readMovements(db: Db, subscriptionId: string) {
  const all = await db
    .selectFrom('subscription_movements')
    .select(['event_key', 'kind', 'plan', 'billing_cycle', 'mrr_delta_cents', 'ts'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('ts')
    .execute()
  const written = all.filter((movement): movement is DatedMovement => movement.event_key !== null)
  return { written, untrackedUntil: all.findLast(({ event_key }) => event_key === null)?.ts ?? '' }
}

const isSame = (a: DatedMovement, b: DatedMovement) =>
  (Object.keys(a) as (keyof DatedMovement)[]).every(name => a[name] === b[name])

/** Updates the ledger to match the replayed history, and keeps what it replaces. @returns the added movements */
async function reconcileMovements(
  db: Db,
  subscription: { id: string; organizationId: string },
  written: readonly DatedMovement[],
  movements: readonly DatedMovement[],
): Promise<DatedMovement[]> {
  const without = (from: readonly DatedMovement[], others: readonly DatedMovement[]) =>
    from.filter(movement => !others.some(other => isSame(movement, other)))
  const obsolete = without(written, movements)
  const added = without(movements, written)
  if (obsolete.length > 0) {
    const keys = obsolete.map(({ event_key }) => event_key)
    await sql`
      with obsolete as (delete from subscription_movements where event_key = any(${keys}) returning *)
      insert into replaced_movements (id, organization_id, subscription_id, kind, plan, billing_cycle,
        mrr_delta_cents, event_key, ts, recorded_at)
      select id, organization_id, subscription_id, kind, plan, billing_cycle, mrr_delta_cents, event_key, ts,
        recorded_at from obsolete`.execute(db)
  }
  if (added.length > 0) {
    const { id: subscription_id, organizationId: organization_id } = subscription
    const rows = added.map(movement => ({ ...movement, id: uuid(), organization_id, subscription_id }))
    await db.insertInto('subscription_movements').values(rows).execute()
  }
  return added
}

/** Updates the times in which a subscription was set to end to those of its replayed history, and keeps the former. */
async function storeCancellations(
  db: Db,
  { subscription_id, organization_id }: { subscription_id: string; organization_id: string },
  cancellations: readonly Cancellation[],
) {
  const stored = await db
    .selectFrom('subscription_cancellations')
    .select(['requested_at', 'ended_at'])
    .where('subscription_id', '=', subscription_id)
    .execute()
  const without = (from: readonly Cancellation[], others: readonly Cancellation[]) =>
    from.filter(
      ({ requested_at, ended_at }) =>
        !others.some(other => other.requested_at === requested_at && other.ended_at === ended_at),
    )
  const obsolete = without(stored, cancellations).map(({ requested_at }) => requested_at)
  const added = without(cancellations, stored)
  if (obsolete.length > 0)
    await sql`
      with obsolete as (
        delete from subscription_cancellations
        where subscription_id = ${subscription_id} and requested_at = any(${obsolete}::timestamptz[]) returning *
      )
      insert into replaced_cancellations (subscription_id, organization_id, requested_at, ended_at, recorded_at)
      select subscription_id, organization_id, requested_at, ended_at, recorded_at from obsolete
      on conflict do nothing`.execute(db)
  if (added.length > 0) {
    const rows = added.map(cancellation => ({ subscription_id, organization_id, ...cancellation }))
    await db.insertInto('subscription_cancellations').values(rows).execute()
  }
}

/**
 * Applies a step to an organization's subscription: the only way to create, change or end one. Writes the ledger, the
 * subscription row and the activity log together. A late step is inserted at its event time, and later movements are
 * recomputed.
 * @returns the outcome of a report
 */
export async function applyStep(
  db: Db,
  organizationId: string,
  step: StoredStep,
  audit: Audit,
): Promise<ReportOutcome | undefined> {
  await lockOrganization(db, organizationId)
  const row = await findSubscription(db, organizationId)
  const earlierSteps = row ? await stepsOf(db, row) : []
  if (earlierSteps.some(earlier => earlier.step.type === 'stand' && compareSteps(step, earlier) < 0))
    return 'stale'
  const { written, untrackedUntil } = row
    ? await readMovements(db, row.id)
    : { written: [], untrackedUntil: '' }
  const { state, holding, movements, cancellations, outcomes } = replay(
    [...earlierSteps, step],
    untrackedUntil,
  )
  if (!state) return undefined

  const id = row?.id ?? uuid()
  const next = { ...pick(state, stateFields), ...holding }
  const changed = Object.keys(next).filter(
    name => next[name as keyof typeof next] !== row?.[name as keyof SubscriptionRow],
  )
  const audited = changed.filter(name => !unauditedFields.includes(name))
  if (row && changed.length > 0) {
    const touched = { version: row.version + 1, updated_at: sql<string>`now()` }
    await db
      .updateTable('subscriptions')
      .set({ ...next, ...(audited.length > 0 && touched) })
      .where('id', '=', id)
      .execute()
  }
  if (!row) {
    await db
      .insertInto('subscriptions')
      .values({ id, organization_id: organizationId, created_at: step.at, ...next })
      .execute()
  }
  await storeStep(db, id, step)
  const addedMovements = await reconcileMovements(db, { id, organizationId }, written, movements)
  await storeCancellations(db, { subscription_id: id, organization_id: organizationId }, cancellations)
  if (audited.length > 0 || addedMovements.length > 0) {
    audit({
      action: row ? 'update' : 'create',
      resourceType: 'subscriptions',
      resourceId: id,
      organizationId,
      details: {
        ...(row && { before: pick(row, audited as never[]) }),
        after: pick(next, audited as never[]),
        ...(addedMovements.length > 0 && {
          movements: addedMovements.map(({ kind, mrr_delta_cents, ts }) => ({ kind, mrr_delta_cents, ts })),
        }),
      },
    })
    afterCommit(db, () => clearPageCache('subscriptions'))
  }
  return outcomes.get(step.id)
}

/** Starts an organization's trial on the smallest plan. */
export const startTrial = (db: Db, organizationId: string, audit: Audit) => {
  const at = new Date().toISOString()
  return applyStep(
    db,
    organizationId,
    { id: `trial_${uuid()}`, at, rank: 0, step: { type: 'start_trial', at } },
    audit,
  )
}

/** Expires an unpaid trial. */
export const expireTrial = (db: Db, organizationId: string, at: string, audit: Audit) =>
  applyStep(
    db,
    organizationId,
    { id: `expiry_${uuid()}`, at, rank: 1, step: { type: 'expire_trial' } },
    audit,
  )
