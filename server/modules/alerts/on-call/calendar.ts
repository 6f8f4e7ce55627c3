import { createHash, randomBytes } from 'node:crypto'
import type { onCall } from '#contract/alerts/on-call.ts'
import { can, may } from '#contract/kit/permissions.ts'
import { publicUrl } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import type { Call } from '#server/kit/call.ts'
import type { File } from '#server/kit/handlers.ts'
import { activeUsers } from '#server/kit/person.ts'
import { notFound } from '#server/kit/problem.ts'
import { matchLanguage, translator } from '#server/kit/texts.ts'
import { writeCalendar } from './icalendar.ts'
import { shiftsOf } from './plan.ts'

const dayMs = 86_400_000
/** Days of shifts in a feed, before and after today. */
const [pastDays, futureDays] = [30, 90]
/** Days before, so that a shift that began long ago keeps its start, and with it its id. */
const marginDays = 370

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Creates the address of the caller's calendar feed; a former address no longer works. Only its hash is stored. */
export async function createCalendar({ db, actor, services, audit }: Call<typeof onCall.createCalendar>) {
  const token = randomBytes(32).toString('base64url')
  const token_hash = hashOf(token)
  const created_at = new Date().toISOString()
  await db
    .insertInto('on_call_calendars')
    .values({ person_id: actor.id, token_hash, created_at })
    .onConflict(conflict => conflict.column('person_id').doUpdateSet({ token_hash, created_at }))
    .execute()
  audit({ action: 'create', resourceType: 'on-call-calendars', resourceId: actor.id })
  return { url: `${publicUrl(services.config)}/api/on-call/calendar/${token}`, created_at }
}

/** Revokes the address of the caller's calendar feed. */
export async function removeCalendar({ db, actor, audit }: Call<typeof onCall.removeCalendar>) {
  const { numDeletedRows } = await db
    .deleteFrom('on_call_calendars')
    .where('person_id', '=', actor.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
  audit({ action: 'delete', resourceType: 'on-call-calendars', resourceId: actor.id })
}

/** When the address of a person's feed was created; null without one. */
export const findCalendarStart = async (db: Db, personId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('on_call_calendars')
      .select('created_at')
      .where('person_id', '=', personId)
      .executeTakeFirst()
  )?.created_at ?? null

/** The calendar feed of a person's shifts. @throws Problem 404 for an unknown or revoked address, or an inactive person */
export async function readCalendar(call: Call<typeof onCall.calendar>): Promise<File> {
  const { db, params } = call
  const person = await activeUsers(db)
    .innerJoin('on_call_calendars', 'on_call_calendars.person_id', 'people.id')
    .select('people.locale')
    .where('token_hash', '=', hashOf(params.token))
    .executeTakeFirst()
  if (!person || !can(person.role, may('on_call', 'show'))) throw notFound()
  const now = Date.now()
  const shifts = await shiftsOf(call, person.id, {
    start: now - (pastDays + marginDays) * dayMs,
    end: now + futureDays * dayMs,
  })
  const t = translator(matchLanguage(person.locale), 'messages')
  const isRecent = ({ ends_at }: { ends_at: string }) => Date.parse(ends_at) > now - pastDays * dayMs
  const events = shifts.filter(isRecent).map(({ schedule_id, schedule_name, starts_at, ends_at }) => ({
    uid: `${schedule_id}-${Date.parse(starts_at)}-${person.id}@voicedeck`,
    start: new Date(starts_at),
    end: new Date(ends_at),
    summary: t('onCall.shift', { schedule: schedule_name }),
  }))
  const text = writeCalendar(t('onCall.calendar'), events, new Date(now))
  return {
    name: 'shifts.ics',
    type: 'text/calendar; charset=utf-8',
    content: (async function* () {
      yield text
    })(),
  }
}
