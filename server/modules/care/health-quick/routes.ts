import { healthQuick } from '#contract/care/health-quick.ts'
import type { UserCall } from '#server/kit/call.ts'
import { resolveTargetPerson } from '#server/kit/person.ts'
import { serve } from '#server/kit/serve.ts'
import { logEntry } from '../wellness/queries.ts'
import { checkinStreak, getHealth, listDoses, listHealthWeeks } from './health.ts'
import { readingsIn } from './vital-signs.ts'

type Kind = Parameters<typeof logEntry>[2]['kind']
type Sent = { id?: string | undefined; recorded_at?: string | undefined }

/** Logs the request body as a diary entry. */
async function logFromBody(
  call: UserCall & { query: { user_id?: string | undefined }; body: Sent & Record<string, unknown> },
  kind: Kind,
) {
  const { id, recorded_at, ...value } = call.body
  const person = await resolveTargetPerson(call)
  return { person, entry: await logEntry(call, person, { id, kind, recorded_at, value }) }
}

export default serve(healthQuick)({
  checkin: async call => {
    const { person, entry } = await logFromBody(call, 'checkin')
    return { entry, streak: await checkinStreak(call.db, person.id) }
  },
  medication: async call => {
    const { person, entry } = await logFromBody(call, 'medication')
    const { name, taken } = call.body
    const at = Date.parse(call.body.dose_at ?? entry.recorded_at)
    const doses = (await listDoses(call.db, person.id, 2)).filter(
      dose => dose.name === name && dose.state === (taken ? 'taken' : 'missed'),
    )
    const away = ({ due_at }: { due_at: string }) => Math.abs(Date.parse(due_at) - at)
    return { entry, dose: doses.toSorted((a, b) => away(a) - away(b))[0] ?? null }
  },
  mood: async call => ({ entry: (await logFromBody(call, 'mood')).entry }),
  symptoms: async call => ({ entry: (await logFromBody(call, 'symptoms')).entry }),
  vitals: async call => {
    const { entry } = await logFromBody(call, 'vitals')
    return { entry, readings: readingsIn(entry.value ?? {}) }
  },
  summary: async call => {
    const { id, user_id } = await resolveTargetPerson(call)
    return { user_id, ...(await getHealth(call.db, id, call.query.days)) }
  },
  trends: async call => {
    const { id, user_id } = await resolveTargetPerson(call)
    return { user_id, ...(await listHealthWeeks(call.db, id, call.query.weeks)) }
  },
})
