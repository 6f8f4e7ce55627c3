import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { builtInLadder } from '#contract/alerts/built-in-ladder.ts'
import type { LadderStep } from '#contract/alerts/ladders.ts'
import { labelsOf } from '#contract/kit/labels.ts'
import type { Language } from '#contract/kit/language.ts'
import { mapUrl } from '#contract/kit/map.ts'
import type { Message } from '#server/adapters/channels/channel.ts'
import { type Config, publicUrl } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { findTextIn, textsIn } from '#server/kit/texts.ts'
import { perform } from './act.ts'
import { type Plan, plan } from './plan.ts'
import { recipientsOf, type Whose } from './recipients.ts'
import { hold } from './record.ts'

export interface LadderInForce {
  id: string | null
  name: string
  steps: LadderStep[]
  rearm_after_seconds: number
}

/** The ladder of a person: their own, else their organization's, else the built-in one. */
export async function ladderOf(db: Db, { organization_id, person_id }: Whose): Promise<LadderInForce> {
  const found = await db
    .selectFrom('ladders')
    .select(['id', 'name', 'steps', 'rearm_after_seconds'])
    .$narrowType<{ steps: LadderStep[] }>()
    .where('organization_id', '=', organization_id)
    .where(({ or, eb }) => or([eb('person_id', '=', person_id), eb('person_id', 'is', null)]))
    .orderBy(sql`person_id is null`)
    .limit(1)
    .executeTakeFirst()
  return found ?? { id: null, ...builtInLadder }
}

/** Who would be called when if an alarm of a person came at this instant. */
export async function planFor(
  db: Db,
  whose: Whose,
  steps: readonly LadderStep[],
  begun: number,
): Promise<Plan> {
  const { time_zone } = await db
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', whose.organization_id)
    .executeTakeFirstOrThrow()
  const recipients = await recipientsOf(db, steps, whose)
  return plan({ steps, recipients, begun, timeZone: time_zone })
}

interface About {
  id: string
  type: string
  severity: string
  person_name: string
  address: string | null
  latitude: number | null
  longitude: number | null
  voice_message: string | null
}

/** What those who are called are told, in their language. */
function messageOf(config: Config, alert: About, language: Language): Message {
  const { person_name: name, address, latitude, longitude, voice_message: words } = alert
  const t = textsIn(language, 'messages')
  const label = labelsOf(findTextIn(language), 'alerts').option
  const what = label('type', alert.type)
  const severity = label('severity', alert.severity)
  const lines = [
    t('alarm.needsHelp', { name, what, severity }),
    address && t('alarm.where', { address }),
    latitude !== null && longitude !== null && t('alarm.map', { link: mapUrl(latitude, longitude) }),
    words && t('alarm.said', { words }),
  ]
  return {
    title: t('alarm.title', { what }),
    text: lines.filter(Boolean).join('\n'),
    url: `${publicUrl(config)}/emergency/alerts/${alert.id}`,
    language,
  }
}

interface Begun extends Whose {
  id: string
  round: number
}

/**
 * Queues every call of a round of an alert's ladder, within the caller's transaction: the alert is raised exactly if
 * its calls are queued. The round's number and place make each call unique.
 */
export async function beginLadder(db: Db, config: Config, { id, round, ...whose }: Begun): Promise<void> {
  const { steps, rearm_after_seconds } = await ladderOf(db, whose)
  const { calls } = await planFor(db, whose, steps, Date.now())
  const about = await db
    .selectFrom('alerts')
    .innerJoin('people', 'people.id', 'alerts.person_id')
    .select([
      'alerts.id',
      'alerts.type',
      'severity',
      'people.name as person_name',
      'alerts.address',
      'latitude',
      'longitude',
      'voice_message',
    ])
    .where('alerts.id', '=', id)
    .executeTakeFirstOrThrow()
  if (calls.length > 0) {
    await db
      .insertInto('deliveries')
      .values(
        calls.map(({ step, channel, recipient, address, due }, position) => ({
          id: uuid(),
          organization_id: whose.organization_id,
          alert_id: id,
          round,
          step,
          position,
          channel,
          recipient_kind: recipient.kind,
          recipient_id: recipient.id,
          recipient: recipient.name,
          address,
          message: JSON.stringify(messageOf(config, about, recipient.language)),
          due_at: new Date(due).toISOString(),
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  await db.updateTable('alerts').set({ rearm_after_seconds, rearm_at: null }).where('id', '=', id).execute()
  if (calls.length === 0) await perform(db, await hold(db, id), { act: 'exhaust' }, `exhausted:${round}`)
}
