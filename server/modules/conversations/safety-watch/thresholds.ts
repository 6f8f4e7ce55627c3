import { SafetyThresholds } from '#contract/conversations/safety.ts'
import type { Db } from '#server/db/open.ts'

/** The workspace's setting that holds the thresholds. */
const key = 'safety_config'

/** Defaults: medium risk opens an incident, high risk raises an alert. */
const defaults: SafetyThresholds = { incident_threshold: 0.4, escalation_threshold: 0.6 }

/** The current thresholds, and when they were last changed; null for the defaults. */
export async function thresholdsOf(db: Db): Promise<SafetyThresholds & { updated_at: string | null }> {
  const row = await db
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('person_id', 'is', null)
    .where('key', '=', key)
    .executeTakeFirst()
  const { data } = SafetyThresholds.partial().safeParse(row?.value)
  return { ...defaults, ...data, updated_at: row?.updated_at ?? null }
}

export async function keepThresholds(db: Db, thresholds: SafetyThresholds): Promise<string> {
  const value = JSON.stringify(thresholds)
  const updated_at = new Date().toISOString()
  await db
    .insertInto('settings')
    .values({ person_id: null, key, value, updated_at })
    .onConflict(conflict => conflict.columns(['person_id', 'key']).doUpdateSet({ value, updated_at }))
    .execute()
  return updated_at
}
