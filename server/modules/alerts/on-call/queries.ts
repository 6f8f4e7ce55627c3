import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { DutyWindow } from '#contract/alerts/duty.ts'
import { OnCallLayer, OnCallSchedule, onCallRoles, onCallSchedules } from '#contract/alerts/on-call.ts'
import type { Db } from '#server/db/open.ts'
import type { OnCallGapNotices } from '#server/db/tables/alerts.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { table } from '#server/kit/table/table.ts'
import type { PersonSpan, Rota, Span } from './rota.ts'

/** The people of an organization who can be on call. */
export async function listOnCallPeople(db: Db, organization: string) {
  return db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('organization_id', '=', organization)
    .where('role', 'in', [...onCallRoles])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Refuses people who can't be on call; those who already were in the schedule may stay. */
async function requireOnCallPeople(
  db: Db,
  organization: string,
  layers: readonly OnCallLayer[],
  before: readonly OnCallLayer[],
): Promise<void> {
  const known = new Set([
    ...(await listOnCallPeople(db, organization)).map(({ id }) => id),
    ...before.flatMap(({ person_ids }) => person_ids),
  ])
  for (const [index, { person_ids }] of layers.entries()) {
    const at = person_ids.findIndex(id => !known.has(id))
    if (at >= 0)
      throw invalidField(
        `layers/${index}/person_ids/${at}`,
        'This person can’t be on call in this organization',
      )
  }
}

export const onCallTable = table({
  table: 'on_call_schedules',
  view: 'on_call_schedule_details',
  resource: 'on-call-schedules',
  schema: OnCallSchedule,
  list: onCallSchedules.list,
  owner: { organization: 'organization_id', members: 'member_ids' },
  check: async ({ db }, row, before, act) => {
    if (act === 'delete' && before) {
      const ladder = await db
        .selectFrom('ladders')
        .select('name')
        .where(sql<boolean>`steps @> ${JSON.stringify([{ schedule_id: before.id }])}::jsonb`)
        .limit(1)
        .executeTakeFirst()
      if (ladder)
        throw new Problem(409, `This schedule is used by the escalation ladder “${ladder.name}”`, {
          kind: 'in_use',
        })
    }
    if (row.layers)
      await requireOnCallPeople(
        db,
        (row.organization_id ?? before?.organization_id) as string,
        row.layers as OnCallLayer[],
        (before?.layers ?? []) as OnCallLayer[],
      )
  },
})

export interface LoadedRota extends Rota {
  id: string
  name: string
  organization_id: string
  required: DutyWindow[]
  /** Names of everyone who has been a member. */
  names: ReadonlyMap<string, string>
}

const toSpan = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }): Span => ({
  start: Date.parse(starts_at),
  end: Date.parse(ends_at),
})

export const toPersonSpan = (row: { person_id: string; starts_at: string; ends_at: string }): PersonSpan => ({
  ...toSpan(row),
  person: row.person_id,
})

/** Overrides of a schedule that touch a span, in the order in which they were added. */
export const listOverrides = (db: Db, scheduleId: string, { start, end }: Span) =>
  db
    .selectFrom('on_call_overrides as o')
    .innerJoin('people as p', 'p.id', 'o.person_id')
    .select(['o.id', 'o.person_id', 'p.name as person_name', 'o.starts_at', 'o.ends_at'])
    .where('o.schedule_id', '=', scheduleId)
    .where('o.ends_at', '>', new Date(start).toISOString())
    .where('o.starts_at', '<', new Date(end).toISOString())
    .orderBy('o.created_at')
    .orderBy('o.id')
    .execute()

/** Absences of people that touch a span. */
export const listAbsences = (db: Db, people: readonly string[], { start, end }: Span) =>
  db
    .selectFrom('on_call_absences as a')
    .innerJoin('people as p', 'p.id', 'a.person_id')
    .select(['a.id', 'a.person_id', 'p.name as person_name', 'a.starts_at', 'a.ends_at'])
    .where(sql<boolean>`a.person_id::text = any(${people})`)
    .where('a.ends_at', '>', new Date(start).toISOString())
    .where('a.starts_at', '<', new Date(end).toISOString())
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute()

/**
 * Reads what the shifts of a schedule within a span follow from; null for an unknown schedule.
 * @throws ZodError if what is stored is damaged
 */
export async function loadRota(db: Db, id: string, span: Span): Promise<LoadedRota | null> {
  const schedule = await db
    .selectFrom('on_call_schedules')
    .select(['id', 'name', 'organization_id', 'time_zone', 'layers', 'required_windows'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!schedule) return null
  const layers = z.array(OnCallLayer).parse(schedule.layers)
  const timeZone = OnCallSchedule.shape.time_zone.parse(schedule.time_zone)
  const overrides = await listOverrides(db, id, span)
  const members = [
    ...new Set([
      ...layers.flatMap(({ person_ids }) => person_ids),
      ...overrides.map(({ person_id }) => person_id),
    ]),
  ]
  const absences = await listAbsences(db, members, span)
  const available = await listOnCallPeople(db, schedule.organization_id)
  const known = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where(sql<boolean>`id::text = any(${members})`)
    .execute()
  return {
    id,
    name: schedule.name,
    organization_id: schedule.organization_id,
    timeZone,
    layers,
    required: z.array(DutyWindow).parse(schedule.required_windows),
    overrides: overrides.map(toPersonSpan),
    absences: absences.map(toPersonSpan),
    available: new Set(available.map(person => person.id)),
    names: new Map([...known, ...available].map(person => [person.id, person.name])),
  }
}

/** Ids of the other schedules of an organization that share members with a schedule. */
export async function listOverlappingSchedules(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select other.id from on_call_schedule_details own
    join on_call_schedule_details other on other.organization_id = own.organization_id and other.id <> own.id
      and other.member_ids && own.member_ids
    where own.id = ${id} order by other.id limit 20`.execute(db)
  return rows.map(row => row.id)
}

/** Ids of the schedules that a person is a member of. */
export async function listOwnSchedules(db: Db, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from on_call_schedule_details where ${personId}::text = any(member_ids) order by name, id limit 50`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Ids of the schedules that a ladder calls. */
export async function listSchedulesInUse(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from on_call_schedules
    where id::text in (select jsonb_path_query(steps, '$[*].schedule_id') #>> '{}' from ladders)
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Records notices of gaps. @returns those that were not recorded yet */
export async function insertGapNotices<N extends { at: string; stage: OnCallGapNotices['stage'] }>(
  db: Db,
  schedule_id: string,
  notices: readonly N[],
): Promise<N[]> {
  if (notices.length === 0) return []
  const inserted = await db
    .insertInto('on_call_gap_notices')
    .values(notices.map(({ at, stage }) => ({ schedule_id, starts_at: at, stage })))
    .onConflict(conflict => conflict.doNothing())
    .returning(['starts_at', 'stage'])
    .execute()
  return notices.filter(({ at, stage }) => inserted.some(row => row.starts_at === at && row.stage === stage))
}

/** Deletes notices of gaps that started a month ago. */
export const deleteOldGapNotices = (db: Db) =>
  db
    .deleteFrom('on_call_gap_notices')
    .where('starts_at', '<', sql<string>`now() - interval '30 days'`)
    .execute()

/** Serializes changes that depend on a schedule's shifts. */
export const lockSchedule = (db: Db, id: string) =>
  sql`select from on_call_schedules where id = ${id} for update`.execute(db)

interface NewSpan {
  organization_id: string
  person_id: string
  starts_at: string
  ends_at: string
}

export async function insertOverride(db: Db, schedule_id: string, values: NewSpan): Promise<string> {
  const id = uuid()
  await db
    .insertInto('on_call_overrides')
    .values({ ...values, id, schedule_id })
    .execute()
  return id
}

export async function insertAbsence(db: Db, values: NewSpan): Promise<string> {
  const id = uuid()
  await db
    .insertInto('on_call_absences')
    .values({ ...values, id })
    .execute()
  return id
}

const spanTables = {
  'on-call-overrides': 'on_call_overrides',
  'on-call-absences': 'on_call_absences',
} as const
/** Kinds of spans, as resource types in the activity log. */
export type StoredSpan = keyof typeof spanTables

/** Removes an override or absence within a row scope. @returns it, or undefined if there is none */
export async function removeSpan(db: Db, kind: StoredSpan, id: string, scope: RawBuilder<boolean>) {
  const { rows } = await sql<NewSpan & { id: string }>`
    delete from ${sql.table(spanTables[kind])} where id::text = ${id} and ${scope}
    returning id, organization_id, person_id, starts_at, ends_at`.execute(db)
  return rows[0]
}
