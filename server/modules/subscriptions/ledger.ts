import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Provider } from '#server/adapters/checkout/checkout.ts'
import type { Db } from '#server/db/open.ts'
import type { Call } from '#server/kit/call.ts'
import { forgetAnchors } from '#server/kit/table/anchors.ts'
import { forgetCounts } from '#server/kit/table/total.ts'
import { advance, type State, type Step } from './lifecycle.ts'

export type Record = Call['record']

/** What a subscription's row knows of its provider. */
interface Beside {
  provider: Provider
  external_id: string
  customer_id: string | null
  payment_method: string | null
  reported_at: string
  reported_rank: number
}

interface Occasion {
  /** When it happened; ISO 8601 with Z. */
  at: string
  beside?: Beside
  record: Record
}

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
/** What the activity log does not tell. */
const untold = ['reported_at', 'reported_rank']

const pick = <T extends object, K extends keyof T>(from: T, names: readonly K[]) =>
  Object.fromEntries(names.map(name => [name, from[name]])) as Pick<T, K>

/** Holds off whoever else would change the subscription of an organization. @returns whether there is one. */
export async function lockOrganization(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from organizations where id = ${id} for no key update`.execute(db)
  return rows.length > 0
}

/** The subscription of an organization, as its row has it. */
export const subscriptionOf = (db: Db, organizationId: string) =>
  db.selectFrom('subscriptions').selectAll().where('organization_id', '=', organizationId).executeTakeFirst()
export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof subscriptionOf>>>

/** The earliest time of a movement that comes after all there are. */
async function timeAfterLast(db: Db, subscriptionId: string, at: string): Promise<string> {
  const { last } = await db
    .selectFrom('subscription_movements')
    .select(({ fn }) => fn.max('ts').as('last'))
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  return last && last > at ? last : at
}

/**
 * Takes a step of an organization's subscription: the only way in which one begins, changes or ends. The ledger's
 * movements, the row that follows from them and the activity log are written together.
 */
export async function take(
  db: Db,
  organizationId: string,
  step: Step,
  { at, beside, record }: Occasion,
): Promise<void> {
  await lockOrganization(db, organizationId)
  const row = await subscriptionOf(db, organizationId)
  const { state, movements } = advance(row ?? null, step)
  if (!state) return
  const next = { ...pick(state, stateFields), ...beside }
  const changed = Object.keys(next).filter(
    name => next[name as keyof typeof next] !== row?.[name as keyof SubscriptionRow],
  )
  if (changed.length === 0) return
  const told = changed.filter(name => !untold.includes(name))
  const id = row?.id ?? uuid()
  if (row) {
    const touched = { version: row.version + 1, updated_at: sql<string>`now()` }
    await db
      .updateTable('subscriptions')
      .set({ ...next, ...(told.length > 0 && touched) })
      .where('id', '=', id)
      .execute()
  } else {
    await db
      .insertInto('subscriptions')
      .values({ id, organization_id: organizationId, created_at: at, ...next })
      .execute()
  }
  if (told.length === 0) return
  const ts = await timeAfterLast(db, id, at)
  if (movements.length > 0) {
    await db
      .insertInto('subscription_movements')
      .values(
        movements.map(movement => ({
          ...movement,
          id: uuid(),
          organization_id: organizationId,
          subscription_id: id,
          plan: state.plan,
          billing_cycle: state.billing_cycle,
          ts,
        })),
      )
      .execute()
  }
  record({
    action: row ? 'update' : 'create',
    resourceType: 'subscriptions',
    resourceId: id,
    organizationId,
    details: {
      ...(row && { before: pick(row, told as never[]) }),
      after: pick(next, told as never[]),
    },
  })
  forgetCounts('subscriptions')
  forgetAnchors('subscriptions')
}

/** Starts an organization's trial of the smallest plan. */
export const startTrial = (db: Db, organizationId: string, record: Record) => {
  const at = new Date().toISOString()
  return take(db, organizationId, { type: 'start_trial', at }, { at, record })
}
