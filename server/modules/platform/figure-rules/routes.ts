import type { FastifyInstance } from 'fastify'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { figureRuleChanges, figureRuleNotices } from '#contract/platform/figure-rule-history.ts'
import { figureRules, maxMuteDays } from '#contract/platform/figure-rules.ts'
import { databaseTime } from '#server/db/time.ts'
import type { UserCall } from '#server/kit/call.ts'
import { invalidField } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { registerChecks, setMute } from './check.ts'
import { releaseHeld } from './held.ts'
import { insertChange } from './history.ts'
import { sendNextNotices } from './notices.ts'
import { planDueChecks } from './plan.ts'
import { previewRule } from './preview.ts'
import { changeTable, noticeTable, ruleTable } from './queries.ts'

/** Milliseconds between two looks for checks and messages that are due. */
const pollEveryMs = 5_000
const dayMs = 86_400_000

type Shown = ReplyOf<typeof figureRules.show>

/** Mutes a rule until a time, or no longer. */
async function mute(
  call: UserCall & { params: { id: string } },
  asked: { until: string; reason: string } | null,
): Promise<Shown> {
  const { db, actor, params, audit } = call
  const before = (await ruleTable.find(call, params.id)) as Shown
  const now = await databaseTime(db)
  const until = asked && Date.parse(asked.until)
  if (until !== null && until <= now) throw invalidField('until', 'Choose a time in the future')
  if (until !== null && until > now + maxMuteDays * dayMs)
    throw invalidField('until', `A rule can be muted for up to ${maxMuteDays} days`)
  await setMute(
    db,
    before.id,
    asked && { muted_until: asked.until, muted_reason: asked.reason, muted_by: actor.id },
  )
  await insertChange(db, before, {
    event: asked ? 'muted' : 'unmuted',
    previous: before.state,
    note: asked?.reason ?? null,
    to_at: asked?.until ?? null,
    person_id: actor.id,
  })
  audit({
    action: asked ? 'mute' : 'unmute',
    resourceType: 'figure-rules',
    resourceId: before.id,
    organizationId: before.organization_id,
    details: {
      before: { muted_until: before.muted_until },
      after: { muted_until: asked?.until ?? null, muted_reason: asked?.reason ?? null },
    },
  })
  return (await ruleTable.find(call, params.id)) as Shown
}

const ruleRoutes = serve(figureRules)({
  list: ruleTable.list,
  show: call => ruleTable.find(call, call.params.id),
  create: call =>
    ruleTable.insert(call, {
      ...call.body,
      status: 'active',
      owner_id: call.actor.id,
      organization_id: call.actor.organizationId,
    }),
  update: call => ruleTable.update(call, call.params.id, call.body),
  remove: call => ruleTable.remove(call, call.params.id),
  mute: call => mute(call, call.body),
  unmute: call => mute(call, null),
  preview: ({ services, actor, query }) => previewRule(services, actor, query),
})

const changeRoutes = serve(figureRuleChanges)({
  list: changeTable.list,
  show: call => changeTable.find(call, call.params.id),
})

const noticeRoutes = serve(figureRuleNotices)({
  list: noticeTable.list,
  show: call => noticeTable.find(call, call.params.id),
})

/** Rules on figures, their history, and the jobs that check them and notify people. */
export default async (app: FastifyInstance, { services }: { services: Services }) => {
  registerChecks(services)
  services.jobs.poll('figure rules', pollEveryMs, async stopping => {
    while (!stopping.aborted && (await planDueChecks(services)));
  })
  services.jobs.poll('figure rule notices', pollEveryMs, async stopping => {
    await releaseHeld(services)
    while (!stopping.aborted && (await sendNextNotices(services)));
  })
  await app.register(ruleRoutes, { services })
  await app.register(changeRoutes, { services })
  await app.register(noticeRoutes, { services })
}
