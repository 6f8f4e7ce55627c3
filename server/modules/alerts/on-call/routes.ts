import type { FastifyInstance } from 'fastify'
import { onCall, onCallRoles, onCallSchedules } from '#contract/alerts/on-call.ts'
import { can, may } from '#contract/kit/permissions.ts'
import type { UserCall } from '#server/kit/call.ts'
import { file } from '#server/kit/handlers.ts'
import { findAccessiblePerson } from '#server/kit/person.ts'
import { invalidField, notFound } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { rowScope } from '#server/kit/table/scope.ts'
import type { Services } from '#server/services.ts'
import { createCalendar, findCalendarStart, readCalendar, removeCalendar } from './calendar.ts'
import { answerCover, askCover, notifyOnCall, requireFuture, withdrawCover } from './covers.ts'
import { announceGaps } from './gaps.ts'
import { ownOnCall, planOf } from './plan.ts'
import {
  insertAbsence,
  insertOverride,
  listOnCallPeople,
  lockSchedule,
  onCallTable,
  removeSpan,
  type StoredSpan,
} from './queries.ts'

const schedules = serve(onCallSchedules)({
  list: onCallTable.list,
  show: call => onCallTable.find(call, call.params.id),
  create: call => {
    const { organization_id = call.actor.organizationId } = call.body
    return onCallTable.insert(call, { ...call.body, organization_id })
  },
  update: call => onCallTable.update(call, call.params.id, call.body),
  remove: call => onCallTable.remove(call, call.params.id),
})

function auditSpan(call: UserCall, action: 'create' | 'delete', kind: StoredSpan, row: Row): void {
  const { id, organization_id, ...details } = row
  call.audit({ action, resourceType: kind, resourceId: id, organizationId: organization_id, details })
}

interface Row {
  id: string
  organization_id: string
  person_id: string
  starts_at: string
  ends_at: string
  schedule_id?: string
}

const handlers = serve(onCall)({
  plan: async call => planOf(call, await onCallTable.find(call, call.params.id), call.query),

  people: async call => {
    const { organization_id = call.actor.organizationId } = call.query
    const isReachable = call.grant.reach === 'all' || organization_id === call.actor.organizationId
    return { people: isReachable ? await listOnCallPeople(call.db, organization_id) : [] }
  },

  addOverride: async call => {
    const { id, organization_id, name, time_zone } = await onCallTable.find(call, call.params.id)
    const { person_id, ...times } = call.body
    requireFuture(times)
    const person = (await listOnCallPeople(call.db, organization_id)).find(one => one.id === person_id)
    if (!person) throw invalidField('person_id', 'This person can’t be on call in this organization')
    await lockSchedule(call.db, id)
    const added = await insertOverride(call.db, id, { organization_id, person_id, ...times })
    const row = { id: added, organization_id, schedule_id: id, person_id, ...times }
    auditSpan(call, 'create', 'on-call-overrides', row)
    if (person_id !== call.actor.id)
      await notifyOnCall(call, { id: person_id, organization_id }, t => t('onCall.assigned'), {
        schedule: name,
        zone: time_zone,
        times: [times],
      })
    return { id: added, person_id, person_name: person.name, ...times }
  },

  removeOverride: async call => {
    const scope = rowScope(call, { organization: 'organization_id' })
    const row = await removeSpan(call.db, 'on-call-overrides', call.params.id, scope)
    if (!row) throw notFound('This override')
    auditSpan(call, 'delete', 'on-call-overrides', row)
  },

  addAbsence: async call => {
    const { person_id: key = call.actor.id, ...times } = call.body
    requireFuture(times)
    const person = await findAccessiblePerson(call, key, onCallRoles)
    if (person.id !== call.actor.id && !can(call.actor.role, may('on_call', 'update')))
      throw notFound('This person')
    const { organization_id } = person
    const id = await insertAbsence(call.db, { organization_id, person_id: person.id, ...times })
    auditSpan(call, 'create', 'on-call-absences', { id, organization_id, person_id: person.id, ...times })
    const names = await listOnCallPeople(call.db, organization_id)
    const person_name = names.find(one => one.id === person.id)?.name ?? ''
    return { id, person_id: person.id, person_name, ...times }
  },

  removeAbsence: async call => {
    const isManager = can(call.actor.role, may('on_call', 'update'))
    const grant = isManager ? call.grant : { ...call.grant, reach: 'self' as const }
    const scope = rowScope({ ...call, grant }, { organization: 'organization_id', person: 'person_id' })
    const row = await removeSpan(call.db, 'on-call-absences', call.params.id, scope)
    if (!row) throw notFound('This absence')
    auditSpan(call, 'delete', 'on-call-absences', row)
  },

  mine: async call => ({
    ...(await ownOnCall(call)),
    calendar_since: await findCalendarStart(call.db, call.actor.id),
  }),
  createCalendar,
  removeCalendar,
  calendar: file(readCalendar),
  askCover,
  answerCover,
  withdrawCover,
})

/** On-call schedules, overrides, absences and cover requests. */
export default async (app: FastifyInstance, { services }: { services: Services }) => {
  services.jobs.schedule('on-call-gaps', '25 * * * *', () => announceGaps(services))
  await schedules(app, { services })
  await handlers(app, { services })
}
