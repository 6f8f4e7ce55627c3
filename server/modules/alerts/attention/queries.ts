import { sql } from 'kysely'
import type { AttentionItem, AttentionSeverity } from '#contract/alerts/attention.ts'
import { grant, may } from '#contract/kit/permissions.ts'
import type { SignedInCall } from '#server/kit/call.ts'
import { reached } from '#server/kit/table/scope.ts'
import { rules } from './rules.ts'

const rank: readonly AttentionSeverity[] = ['critical', 'high', 'medium', 'low']

/** What needs the caller's attention, within their reach; the most severe first, then the longest waiting. */
export async function attentionOf(call: SignedInCall, now: Date): Promise<AttentionItem[]> {
  const found = await Promise.all(
    rules.map(async (rule): Promise<AttentionItem[]> => {
      const granted = grant(call.actor.role, may(rule.area, 'list'))
      if (!granted) return []
      const { rows } = await sql<{ count: number; since: string | null; severity: AttentionSeverity }>`
        select count(*) as count, ${rule.since} as since, ${rule.severity} as severity from ${rule.from}
        where ${rule.where} and ${reached({ grant: granted, actor: call.actor }, rule.owner)}`.execute(
        call.db,
      )
      const [row] = rows
      return row && row.count > 0 ? [{ kind: rule.kind, ...row, path: rule.path(now) }] : []
    }),
  )
  return found.flat().sort((a, b) => {
    const bySeverity = rank.indexOf(a.severity) - rank.indexOf(b.severity)
    return bySeverity || (a.since ?? '9').localeCompare(b.since ?? '9')
  })
}
