import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { reportDeliveries, reportSubscriptions, reports } from '#contract/platform/reports.ts'
import { databaseTime } from '#server/db/time.ts'
import type { Call } from '#server/kit/call.ts'
import { notFound } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { listReceivers } from '../recurring/owner.ts'
import { registerReportEvents } from './events.ts'
import { planDueReports } from './plan.ts'
import {
  deliveryTable,
  findSubscription,
  insertDeliveries,
  insertRun,
  optIn,
  optOut,
  reportTable,
  zoneOf,
} from './queries.ts'
import { registerDeliveries } from './send.ts'
import { registerTroubleLetters } from './trouble.ts'
import { readToken } from './unsubscribe.ts'

/** Milliseconds between two looks for reports that are due. */
const planEveryMs = 5_000

const reportRoutes = serve(reports)({
  list: reportTable.list,
  show: call => reportTable.find(call, call.params.id),
  create: async call =>
    reportTable.insert(call, {
      ...call.body,
      time_zone: call.body.time_zone ?? (await zoneOf(call.db, call.actor.id)),
      status: 'active',
      owner_id: call.actor.id,
      organization_id: call.actor.organizationId,
    }),
  update: call => reportTable.update(call, call.params.id, call.body),
  remove: call => reportTable.remove(call, call.params.id),

  test: async call => {
    const { db, actor, services } = call
    const { id: report_id, organization_id } = await reportTable.find(call, call.params.id)
    const [run_id, delivery_id] = [uuid(), uuid()]
    const due_at = new Date(await databaseTime(db)).toISOString()
    await insertRun(db, { id: run_id, report_id, due_at, test: true })
    await insertDeliveries(db, [{ id: delivery_id, run_id, person_id: actor.id }])
    await services.jobs.enqueue(db, 'report_delivery', { id: delivery_id })
    call.audit({
      action: 'test',
      resourceType: 'reports',
      resourceId: report_id,
      organizationId: organization_id,
      details: { delivery: delivery_id },
    })
    return { delivery_id }
  },

  people: async ({ db, actor, grant, query }) => {
    const { organization_id = actor.organizationId, ...source } = query
    if (grant.reach !== 'all' && organization_id !== actor.organizationId) throw notFound('This organization')
    return { people: await listReceivers(db, organization_id, source) }
  },
})

const deliveryRoutes = serve(reportDeliveries)({
  list: deliveryTable.list,
  show: call => deliveryTable.find(call, call.params.id),
})

type SubscriptionCall = Pick<Call, 'db' | 'audit'> & { query: { token: string } }

/** Shows a subscription, or changes it. @throws Problem 404 for a forged token or a removed report */
async function subscription(
  { db, audit, query }: SubscriptionCall,
  change?: typeof optIn | typeof optOut,
): Promise<ReplyOf<typeof reportSubscriptions.show>> {
  const ids = await readToken(db, query.token)
  const before = await findSubscription(db, ids)
  if (!before) throw notFound('This subscription')
  if (!change) return before
  await change(db, ids)
  audit({
    action: 'update',
    resourceType: 'report-subscriptions',
    resourceId: ids.report_id,
    organizationId: before.organization_id,
    details: { person: ids.person_id, after: { subscribed: change === optIn } },
  })
  return { report_name: before.report_name, subscribed: change === optIn }
}

const subscriptionRoutes = serve(reportSubscriptions)({
  show: call => subscription(call),
  leave: call => subscription(call, optOut),
  resume: call => subscription(call, optIn),
})

/** The address for the mail program's own button, which posts a form (RFC 8058). */
async function subscriptions(app: FastifyInstance, { services }: { services: Services }) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1_000 },
    (_request, _body, done) => done(null, undefined),
  )
  await app.register(subscriptionRoutes, { services })
}

/** Scheduled reports, the history of their deliveries, and the jobs that send them. */
export default async (app: FastifyInstance, { services }: { services: Services }) => {
  registerDeliveries(services)
  registerTroubleLetters(services)
  registerReportEvents(services)
  services.jobs.poll('reports', planEveryMs, async stopping => {
    while (!stopping.aborted && (await planDueReports(services)));
  })
  await app.register(reportRoutes, { services })
  await app.register(deliveryRoutes, { services })
  await app.register(subscriptions, { services })
}
