import type { TFunction } from 'i18next'
import type { CoverRequest, onCall } from '#contract/alerts/on-call.ts'
import type { Language } from '#contract/kit/language.ts'
import type { Call, UserCall } from '#server/kit/call.ts'
import { listAdmins } from '#server/kit/person.ts'
import { invalidField, notFound, Problem } from '#server/kit/problem.ts'
import { notify } from '../notifications/notify.ts'
import { findCover, hasOpenCover, insertCover, setCoverState, toCover } from './cover-queries.ts'
import { hasShift } from './plan.ts'
import { insertOverride, listOnCallPeople, lockSchedule, onCallTable, toPersonSpan } from './queries.ts'

type Times = Pick<CoverRequest, 'starts_at' | 'ends_at'>

/** Refuses times that do not follow each other, or are over. @throws Problem 422 */
export function requireFuture({ starts_at, ends_at }: Times, field = ''): void {
  if (ends_at <= starts_at) throw invalidField(`${field}ends_at`, 'The end must be after the start')
  if (Date.parse(ends_at) <= Date.now()) throw invalidField(`${field}ends_at`, 'This time is over')
}

interface Shown {
  schedule: string
  zone: string
  times: readonly Times[]
  /** Where the notification leads; by default to one's own shifts. */
  path?: string
}

/** A time as in notifications, in a language and a schedule's time zone. */
export const rangeIn = (language: Language, zone: string, { starts_at, ends_at }: Times) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).formatRange(
    new Date(starts_at),
    new Date(ends_at),
  )

/** Notifies a person about shifts: what happened, then which shifts. */
export function notifyOnCall(
  call: Pick<UserCall, 'db' | 'services'>,
  person: { id: string; organization_id: string },
  titleOf: (t: TFunction<'messages'>) => string,
  { schedule, zone, times: [shift, inReturn], path = '/my-shifts' }: Shown,
) {
  return notify(call, person, {
    kind: 'on_call',
    path,
    render: (t, language) => ({
      title: titleOf(t),
      body: [
        shift && `${schedule}: ${rangeIn(language, zone, shift)} (${zone})`,
        inReturn && t('onCall.inReturn', { time: rangeIn(language, zone, inReturn) }),
      ]
        .filter(Boolean)
        .join('\n'),
    }),
  })
}

type Row = NonNullable<Awaited<ReturnType<typeof findCover>>>

const shownIn = (row: Row): Shown => {
  const { in_return, starts_at, ends_at } = toCover(row)
  const times = [{ starts_at, ends_at }, ...(in_return ? [in_return] : [])]
  return { schedule: row.schedule_name, zone: row.time_zone, times }
}

function audit(call: UserCall, row: Row, action: 'create' | 'approve' | 'reject' | 'cancel'): void {
  const { asker_id, asked_id, schedule_id, starts_at, ends_at, return_starts_at, return_ends_at } = row
  call.audit({
    action,
    resourceType: 'on-call-covers',
    resourceId: row.id,
    organizationId: row.organization_id,
    details: { schedule_id, asker_id, asked_id, starts_at, ends_at, return_starts_at, return_ends_at },
  })
}

/** Asks a person of the same schedule to take over a shift. */
export async function askCover(call: Call<typeof onCall.askCover>): Promise<CoverRequest> {
  const { db, actor, body } = call
  const { schedule_id, asked_id, starts_at, ends_at, in_return } = body
  const schedule = await onCallTable.find(call, schedule_id).catch(() => {
    throw invalidField('schedule_id', 'This on-call schedule does not exist')
  })
  requireFuture(body)
  if (in_return) requireFuture(in_return, 'in_return/')
  if (asked_id === actor.id) throw invalidField('asked_id', 'Choose someone else')
  const people = await listOnCallPeople(db, schedule.organization_id)
  if (!people.some(({ id }) => id === asked_id))
    throw invalidField('asked_id', 'This person can’t be on call in this organization')
  if (!(await hasShift(db, schedule_id, toPersonSpan({ person_id: actor.id, starts_at, ends_at }))))
    throw invalidField('starts_at', 'You aren’t on call for all of this time')
  if (in_return && !(await hasShift(db, schedule_id, toPersonSpan({ person_id: asked_id, ...in_return }))))
    throw invalidField('in_return/starts_at', 'This person isn’t on call for all of this time')
  if (await hasOpenCover(db, { schedule_id, asker_id: actor.id, asked_id, starts_at, ends_at }))
    throw new Problem(409, 'You have already asked this person', { kind: 'asked' })
  const { organization_id } = schedule
  const id = await insertCover(db, {
    organization_id,
    schedule_id,
    asker_id: actor.id,
    asked_id,
    starts_at,
    ends_at,
    return_starts_at: in_return?.starts_at ?? null,
    return_ends_at: in_return?.ends_at ?? null,
  })
  const row = (await findCover(db, id)) as Row
  audit(call, row, 'create')
  await notifyOnCall(
    call,
    { id: asked_id, organization_id },
    t => t(in_return ? 'onCall.askSwap' : 'onCall.ask', { name: actor.name }),
    shownIn(row),
  )
  return toCover(row)
}

/** Tells the admins of the organization who are not part of it that someone else will be on call. */
async function notifyAdmins(call: UserCall, row: Row): Promise<void> {
  const { asker_id, asked_id, organization_id, schedule_id, asker_name, asked_name } = row
  const names = { name: asked_name, other: asker_name }
  const shown = { ...shownIn(row), path: `/on-call/${schedule_id}` }
  for (const id of await listAdmins(call.db, organization_id))
    if (id !== asker_id && id !== asked_id)
      await notifyOnCall(
        call,
        { id, organization_id },
        t => t(row.return_starts_at ? 'onCall.swapped' : 'onCall.covered', names),
        shown,
      )
}

const answered = () => new Problem(409, 'This request has already been answered', { kind: 'answered' })

/** Accepts or declines a request; an accepted one becomes an override, or two for a swap. */
export async function answerCover(call: Call<typeof onCall.answerCover>): Promise<CoverRequest> {
  const { db, actor, body, params } = call
  const row = await findCover(db, params.id)
  if (!row || row.asked_id !== actor.id) throw notFound('This request')
  if (row.state !== 'open') throw answered()
  const { schedule_id, organization_id, asker_id, asked_id } = row
  const { starts_at, ends_at, in_return } = toCover(row)
  if (body.accept) {
    await lockSchedule(db, schedule_id)
    const shifts = [
      { person_id: asker_id, starts_at, ends_at },
      ...(in_return ? [{ person_id: asked_id, ...in_return }] : []),
    ]
    for (const shift of shifts)
      if (Date.parse(shift.ends_at) <= Date.now() || !(await hasShift(db, schedule_id, toPersonSpan(shift))))
        throw new Problem(409, 'The shifts have changed since this request was made', {
          kind: 'shift_changed',
        })
    for (const { person_id, ...times } of shifts) {
      const taker = person_id === asker_id ? asked_id : asker_id
      await insertOverride(db, schedule_id, { organization_id, person_id: taker, ...times })
    }
  }
  await setCoverState(db, row.id, body.accept ? 'accepted' : 'declined')
  audit(call, row, body.accept ? 'approve' : 'reject')
  await notifyOnCall(
    call,
    { id: asker_id, organization_id },
    t => t(body.accept ? 'onCall.accepted' : 'onCall.declined', { name: actor.name }),
    shownIn(row),
  )
  if (body.accept) await notifyAdmins(call, row)
  return toCover({ ...row, state: body.accept ? 'accepted' : 'declined' })
}

/** Withdraws an open request of the caller. */
export async function withdrawCover(call: Call<typeof onCall.withdrawCover>): Promise<void> {
  const { db, actor, params } = call
  const row = await findCover(db, params.id)
  if (!row || row.asker_id !== actor.id) throw notFound('This request')
  if (row.state !== 'open') throw answered()
  await setCoverState(db, row.id, 'withdrawn')
  audit(call, row, 'cancel')
  await notifyOnCall(
    call,
    { id: row.asked_id, organization_id: row.organization_id },
    t => t('onCall.withdrawn', { name: actor.name }),
    shownIn(row),
  )
}
