import { type RawBuilder, sql } from 'kysely'
import type { AuthenticatedCall } from '../kit/call.ts'
import type { DateRange } from '../kit/period.ts'
import { rowScope } from '../kit/table/scope.ts'
import type { Source } from './source.ts'

type Reacher = Pick<AuthenticatedCall, 'grant' | 'actor'>

/** Whether a row `r` of a source lies in a span and within the call's reach: these are the rows that its cells count. */
export const inRange = ({ at }: Pick<Source, 'at'>, { from, to }: DateRange, call: Reacher) => {
  const instant = sql.ref(`r.${at}`)
  return sql<boolean>`${instant} >= ${from.toISOString()} and ${instant} < ${to.toISOString()}
    and ${rowScope(call, { organization: 'r.organization_id' })}`
}

/** Whom the rows of sources tell of, each once as `member_id`, with how often and when last. */
export function memberCounts(
  tells: readonly (readonly [source: Source, kind: string])[],
  span: DateRange,
  call: Reacher,
): RawBuilder<unknown> {
  const each = tells.map(
    ([source, kind]) => sql`select ${source.members[kind]} as member_id, ${sql.ref(`r.${source.at}`)} as at
      from ${sql.table(source.table)} as r where ${inRange(source, span, call)}`,
  )
  return sql`(select member_id, count(*) as times, max(at) as last
    from (${sql.join(each, sql` union all `)}) as told where member_id is not null group by member_id)`
}
