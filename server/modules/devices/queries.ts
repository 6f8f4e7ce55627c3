import { sql } from 'kysely'
import type { z } from 'zod'
import { testEventType } from '#contract/devices/device-events.ts'
import { batteryEmpty, batteryLow } from '#contract/devices/device-health.ts'
import { Device, devices } from '#contract/devices/devices.ts'
import { CoverageGap, fleet } from '#contract/devices/fleet.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { type Owner, rowScope } from '#server/kit/table/scope.ts'
import { table } from '#server/kit/table/table.ts'
import { assertWithinPlan } from '#server/modules/billing/index.ts'

export const deviceTable = table({
  table: 'devices',
  resource: 'devices',
  schema: Device,
  list: devices.list,
  owner: { organization: 'organization_id', person: 'person_id' },
  also: {
    state: states => sql<boolean>`device_state(last_seen_at, report_interval_seconds) = any(${states})`,
  },
  removal: { markedBy: 'deleted_at', isShown: false },
  // Reports of the device.
  history: { unlogged: ['status', 'battery', 'battery_at', 'firmware', 'last_seen_at'] },
  async check(call, row, before, act) {
    const home = row.organization_id ?? before?.organization_id
    const isOneMore = act === 'create' || act === 'restore' || home !== before?.organization_id
    if (isOneMore) await assertWithinPlan(call.db, home as string, 'devices')
  },
})

type FleetStatus = z.infer<(typeof fleet)['status']['reply']>

const owner: Owner = { organization: 'organization_id', person: 'person_id' }

export const coverageTable = table({
  table: 'people',
  view: 'coverage_gaps',
  resource: 'coverage',
  schema: CoverageGap,
  list: fleet.coverage,
  owner,
  isUnsearchable: true,
})

/** Counts accessible devices by status, reporting state and charge. */
export async function fleetStatus(call: AuthenticatedCall): Promise<FleetStatus> {
  const scope = rowScope(call, owner)
  const { rows } = await sql<FleetStatus>`
    with evaluated as (
      select device_state(last_seen_at, report_interval_seconds) as state,
        device_state(battery_at, report_interval_seconds) as battery_state, status, battery
      from devices where deleted_at is null and ${scope}
    ), displayed as (
      select state, case when status = 'online' and state not in ('ok', 'late') then 'unknown' else status end as status,
        case when battery is null then 'unknown' when battery < ${batteryEmpty} then 'critical'
          when battery < ${batteryLow} then 'low' when battery_state in ('ok', 'late') then 'ok' else 'unknown' end as charge
      from evaluated
    )
    select (select count(*) from displayed) as total,
      jsonb_build_object('registered', 0, 'online', 0, 'offline', 0, 'faulty', 0, 'retired', 0, 'unknown', 0)
        || coalesce((select jsonb_object_agg(status, n) from (select status, count(*) n from displayed group by 1) s), '{}')
        as by_status,
      jsonb_build_object('ok', 0, 'late', 0, 'silent', 0, 'unknown', 0)
        || coalesce((select jsonb_object_agg(state, n) from (select state, count(*) n from displayed group by 1) s), '{}')
        as by_state,
      jsonb_build_object('ok', 0, 'low', 0, 'critical', 0, 'unknown', 0)
        || coalesce((select jsonb_object_agg(charge, n) from (select charge, count(*) n from displayed group by 1) s), '{}')
        as by_charge,
      (select ts from device_events where type <> ${testEventType} and ${scope} order by ts desc limit 1) as last_event_at,
      (select count(*) from coverage_gaps where ${scope}) as uncovered_people,
      now() as as_of`.execute(call.db)
  return rows[0] as FleetStatus
}
