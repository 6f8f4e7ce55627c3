import { type RawBuilder, sql } from 'kysely'
import type { AuthenticatedCall } from '../call.ts'

type ScopedCall = Pick<AuthenticatedCall, 'grant' | 'actor'>

/** The columns that say to whom a row belongs. */
export interface Owner {
  organization: string
  /** The elderly user a row is about; without it, the reach `self` has no rows. */
  person?: string
  /** A caregiver: callers with the reach `assigned` see those who care for the same people. */
  caregiver?: string
}

const nothing = sql<boolean>`false`

/** The elderly users assigned to a caller; an elderly user is assigned to themself. */
const assignedElderly = ({ id, role }: ScopedCall['actor']) =>
  role === 'elderly_user'
    ? sql`select ${id}::uuid`
    : sql`select elderly_id from assignments where caregiver_id = ${id} and ended_at is null`

/** The condition for the rows that a call may see. The only place where a reach becomes SQL. */
export function rowScope({ grant, actor }: ScopedCall, owner: Owner): RawBuilder<boolean> {
  switch (grant.reach) {
    case 'all':
      return sql<boolean>`true`
    case 'organization':
      return sql<boolean>`${sql.ref(owner.organization)} = ${actor.organizationId}`
    case 'assigned':
      if (owner.person) return sql<boolean>`${sql.ref(owner.person)} in (${assignedElderly(actor)})`
      if (!owner.caregiver) return nothing
      return sql<boolean>`${sql.ref(owner.caregiver)} in (select caregiver_id from assignments
        where ended_at is null and elderly_id in (${assignedElderly(actor)}))`
    case 'self':
      return owner.person ? sql<boolean>`${sql.ref(owner.person)} = ${actor.id}` : nothing
  }
}
