import { type RawBuilder, sql } from 'kysely'
import type { AttentionItem, AttentionKind, AttentionSeverity } from '#contract/alerts/attention.ts'
import { attention } from '#contract/alerts/attention.ts'
import type { Action, Area } from '#contract/kit/permissions.ts'
import { grant, may } from '#contract/kit/permissions.ts'
import type { UserCall } from '#server/kit/call.ts'
import { serve } from '#server/kit/serve.ts'
import type { Owner } from '#server/kit/table/scope.ts'
import { rowScope } from '#server/kit/table/scope.ts'

/** How one kind of attention item is found; the kinds are documented in `contract/alerts/attention.ts`. */
interface Rule {
  kind: AttentionKind
  /** Shown to users who may list this area. */
  area: Area
  /** Instead of listing, what users must be allowed to do. */
  action?: Action
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
  owner: Owner
  since: RawBuilder<string | null>
  severity: RawBuilder<AttentionSeverity>
  /** What the path depends on. */
  about?: RawBuilder<string>
  path(about: string | null): string
}

const fixedSeverity = (severity: AttentionSeverity) => sql<AttentionSeverity>`${severity}::text`
const owner: Owner = { organization: 'organization_id', person: 'person_id' }
const isInService = sql<boolean>`deleted_at is null and status <> 'retired'`

const rules: readonly Rule[] = [
  {
    kind: 'open_alerts',
    area: 'alerts',
    from: sql`alerts`,
    where: sql<boolean>`status <> 'resolved' and not test`,
    owner: { ...owner, excluded: { ids: 'excluded_ids', relationships: 'excluded_relationships' } },
    since: sql`min(raised_at)`,
    severity: sql<AttentionSeverity>`(array['low', 'medium', 'high', 'critical'])[
      max(array_position(array['low', 'medium', 'high', 'critical'], severity))]`,
    path: () => '/emergency',
  },
  {
    kind: 'alarms_not_processed',
    area: 'alerts',
    from: sql`deliveries`,
    where: sql<boolean>`state = 'queued' and due_at < now() - interval '30 seconds'`,
    owner: { organization: 'organization_id' },
    since: sql`min(due_at)`,
    severity: fixedSeverity('critical'),
    path: () => '/emergency',
  },
  {
    kind: 'safety_escalations',
    area: 'analytics',
    from: sql`safety_incidents left join alerts on alerts.id = alert_id`,
    where: sql<boolean>`escalation_needed and ts > now() - interval '7 days' and acknowledged_at is null`,
    owner: { organization: 'safety_incidents.organization_id', person: 'safety_incidents.person_id' },
    since: sql`min(ts)`,
    severity: sql<AttentionSeverity>`case when max(risk_score) >= 0.8 then 'critical' else 'high' end`,
    path: () => '/safety-incidents',
  },
  {
    kind: 'devices_faulty',
    area: 'devices',
    from: sql`devices`,
    where: sql<boolean>`deleted_at is null and status = 'faulty'`,
    owner,
    since: sql`min(last_seen_at)`,
    severity: fixedSeverity('high'),
    path: () => '/devices?status=faulty',
  },
  {
    kind: 'devices_silent',
    area: 'devices',
    from: sql`devices`,
    where: sql<boolean>`${isInService} and status <> 'registered' and last_seen_at <= now() - interval '24 hours'`,
    owner,
    since: sql`min(last_seen_at)`,
    severity: fixedSeverity('high'),
    path: () => '/devices?status_ne=retired&status_ne=registered&last_seen_at_before=24h',
  },
  {
    kind: 'low_battery',
    area: 'devices',
    from: sql`devices`,
    where: sql<boolean>`${isInService} and battery < 20`,
    owner,
    since: sql`null::timestamptz`,
    severity: sql<AttentionSeverity>`case when min(battery) < 5 then 'high' else 'medium' end`,
    path: () => '/devices?status_ne=retired&battery_lte=19',
  },
  {
    kind: 'people_without_contact',
    area: 'elderly',
    from: sql`people`,
    where: sql<boolean>`role = 'elderly_user' and status = 'active' and deleted_at is null
      and not exists (select from contacts where contacts.person_id = people.id)`,
    owner: { organization: 'organization_id', person: 'id' },
    since: sql`min(created_at)`,
    severity: fixedSeverity('medium'),
    path: () => '/emergency',
  },
  ...(['revenue', 'own_subscription'] as const).flatMap((area): Rule[] => {
    const about = { area, from: sql`subscriptions`, owner: { organization: 'organization_id' } }
    const path = () => (area === 'revenue' ? '/subscription-management' : '/subscription')
    return [
      {
        ...about,
        kind: 'past_due_subscriptions',
        where: sql<boolean>`status = 'past_due'`,
        since: sql`min(current_period_start)`,
        severity: fixedSeverity('high'),
        path,
      },
      {
        ...about,
        kind: 'trials_ending',
        where: sql<boolean>`status = 'trial' and trial_end between now() and now() + interval '3 days'`,
        since: sql`null::timestamptz`,
        severity: fixedSeverity('medium'),
        path,
      },
    ]
  }),
  {
    kind: 'people_suspended',
    area: 'admins',
    from: sql`people`,
    where: sql<boolean>`status = 'suspended' and deleted_at is null
      and role not in ('caregiver', 'family_member', 'elderly_user')`,
    owner: { organization: 'organization_id' },
    since: sql`min(updated_at)`,
    severity: fixedSeverity('low'),
    path: () => '/users/admins?status=suspended',
  },
  {
    kind: 'rate_limit_violations',
    area: 'monitoring',
    from: sql`rate_limit_violations`,
    where: sql<boolean>`"timestamp" > now() - interval '24 hours'`,
    owner: { organization: 'none' },
    since: sql`min("timestamp")`,
    severity: fixedSeverity('medium'),
    path: () => '/rate-limit-monitoring',
  },
  {
    kind: 'texts_in_review',
    area: 'translations',
    action: 'approve',
    from: sql`translations`,
    where: sql<boolean>`status = 'review'`,
    owner: { organization: 'none' },
    since: sql`min(updated_at)`,
    severity: fixedSeverity('low'),
    // The screen shows one language; the one with the most texts to review comes first.
    about: sql<string>`mode() within group (order by language)`,
    path: language => `/translations?status=review&language=${language}`,
  },
]

const rank: readonly AttentionSeverity[] = ['critical', 'high', 'medium', 'low']

/** Items that need the caller's attention, most severe first, then longest waiting. */
async function listAttention(call: UserCall): Promise<AttentionItem[]> {
  const itemsByRule = await Promise.all(
    rules.map(async (rule): Promise<AttentionItem[]> => {
      const granted = grant(call.actor.role, may(rule.area, rule.action ?? 'list'))
      if (!granted) return []
      const { rows } = await sql<{
        count: number
        since: string | null
        severity: AttentionSeverity
        about: string | null
      }>`
        select count(*) as count, ${rule.since} as since, ${rule.severity} as severity,
          ${rule.about ?? sql`null`} as about from ${rule.from}
        where ${rule.where} and ${rowScope({ grant: granted, actor: call.actor }, rule.owner)}`.execute(
        call.db,
      )
      const [row] = rows
      if (!row || row.count === 0) return []
      const { about, ...summary } = row
      return [{ kind: rule.kind, ...summary, path: rule.path(about) }]
    }),
  )
  return itemsByRule.flat().sort((a, b) => {
    const bySeverity = rank.indexOf(a.severity) - rank.indexOf(b.severity)
    return bySeverity || (a.since ?? '9').localeCompare(b.since ?? '9')
  })
}

export default serve(attention)({
  list: async call => ({ items: await listAttention(call), as_of: new Date().toISOString() }),
})
