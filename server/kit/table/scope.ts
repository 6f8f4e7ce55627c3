import { type RawBuilder, sql } from 'kysely'
import type { AuthenticatedCall } from '../call.ts'

type ScopedCall = Pick<AuthenticatedCall, 'grant' | 'actor'>

/** Which columns say whose a row is. */
export interface Owner {
  organization: string
  /** The elderly person a row is about; without it, nothing is reached as oneself. */
  person?: string
  /** Somebody who looks after elderly people: by assignment, those are reached who share one with the caller. */
  caregiver?: string
}

const nothing = sql<boolean>`false`

/** The elderly people a caller looks after; an elderly user looks after themself. */
const assignedElderly = ({ id, role }: ScopedCall['actor']) =>
  role === 'elderly_user'
    ? sql`select ${id}::uuid`
    : sql`select elderly_id from assignments where caregiver_id = ${id} and ended_at is null`

/** The rows that the call reaches, as a condition on them. The only place where reach becomes SQL. */
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
