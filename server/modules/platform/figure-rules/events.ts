import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { RuleState } from '#contract/platform/figure-rules.ts'
import { type FigureRuleEventValues, figureRuleEventType } from '#contract/platform/webhook-events.ts'
import { linkTo } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { isSubscribed } from '#server/kit/outbox.ts'
import type { Services } from '#server/services.ts'
import { measuredUnit, type Rule } from './history.ts'
import type { Verdict } from './machine.ts'

interface Outcome {
  verdict: Verdict
  value: number | null
  from: string | null
  to: string | null
  path: string
}

/**
 * Writes the event of a change to the outbox, in its transaction, with the value as the owner sees it. Without a subscribed
 * endpoint, nothing is written.
 */
export async function publishChange(
  { config }: Services,
  db: Db,
  rule: Rule,
  state: RuleState,
  { verdict, value, from, to, path }: Outcome,
): Promise<void> {
  const { id, name, source, condition, organization_id } = rule
  const values: FigureRuleEventValues = {
    name,
    screen: source.name,
    figure: source.figure,
    state,
    previous_state: rule.state,
    unit: measuredUnit(rule),
    value,
    measured: verdict.measured,
    threshold: condition.value,
    reason: verdict.reason,
    from,
    to,
    url: linkTo(config, path),
  }
  const data = { id, organization_id, action: 'change_state', changed: ['state'], values }
  await sql`
    insert into outbox_events (id, type, organization_id, record_id, data)
    select e.* from (values (${uuid()}::uuid, ${figureRuleEventType}::text, ${organization_id}::uuid, ${id}::uuid,
      ${JSON.stringify(data)}::jsonb)) as e (id, type, organization_id, record_id, data)
    where exists (select from webhook_endpoints w where ${isSubscribed(serviceOrganization)})`.execute(db)
}
