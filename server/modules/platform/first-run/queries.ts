import { type RawBuilder, sql } from 'kysely'
import { type Area, grant, may } from '#contract/kit/permissions.ts'
import type { FirstRunStep } from '#contract/platform/first-run.ts'
import type { Db } from '#server/db/open.ts'
import type { UserCall } from '#server/kit/call.ts'
import { type Owner, rowScope } from '#server/kit/table/scope.ts'

/** How completion of a step is determined. */
interface Rule {
  /** Offered to callers who may create in this area. */
  area: Area
  rows: RawBuilder<unknown>
  owner: Owner
}

const rules: Record<FirstRunStep, Rule> = {
  organization: {
    area: 'organizations',
    rows: sql`organizations where deleted_at is null and kind <> 'service'`,
    owner: { organization: 'id' },
  },
  person: {
    area: 'elderly',
    rows: sql`people where deleted_at is null and role = 'elderly_user'`,
    owner: { organization: 'organization_id' },
  },
  device: {
    area: 'devices',
    rows: sql`devices where deleted_at is null`,
    owner: { organization: 'organization_id' },
  },
  contact: { area: 'alerts', rows: sql`contacts where true`, owner: { organization: 'organization_id' } },
  ladder: { area: 'alerts', rows: sql`alerts where true`, owner: { organization: 'organization_id' } },
}

/** The steps for an administrator of the installation or an organization, and whether each is done. */
export async function listSteps(call: UserCall): Promise<{ step: FirstRunStep; done: boolean }[]> {
  const offered = (Object.entries(rules) as [FirstRunStep, Rule][]).flatMap(
    ([step, { area, rows, owner }]) => {
      const granted = grant(call.actor.role, may(area, 'create'))
      if (granted?.reach !== 'all' && granted?.reach !== 'organization') return []
      const scope = rowScope({ grant: granted, actor: call.actor }, owner)
      return sql`exists (select from ${rows} and ${scope}) as ${sql.ref(step)}`
    },
  )
  if (offered.length === 0) return []
  const { rows } = await sql<Record<FirstRunStep, boolean>>`select ${sql.join(offered)}`.execute(call.db)
  return Object.entries(rows[0] ?? {}).map(([step, done]) => ({ step: step as FirstRunStep, done }))
}

const key = 'first_run_dismissed'

export async function isDismissed(db: Db, personId: string): Promise<boolean> {
  const setting = await db
    .selectFrom('settings')
    .select('value')
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .executeTakeFirst()
  return setting?.value === true
}

export async function dismiss(db: Db, personId: string, dismissed: boolean): Promise<void> {
  const value = JSON.stringify(dismissed)
  await db
    .insertInto('settings')
    .values({ person_id: personId, key, value })
    .onConflict(held => held.columns(['person_id', 'key']).doUpdateSet({ value, updated_at: sql`now()` }))
    .execute()
}
