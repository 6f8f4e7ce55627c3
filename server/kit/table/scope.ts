import { type RawBuilder, sql } from 'kysely'
import type { SignedInCall } from '../call.ts'

/** Which columns say whose a row is. */
export interface Owner {
  organization: string
  /** The elderly person a row is about; without it, nothing is reached by assignment or as oneself. */
  person?: string
}

const nothing = sql<boolean>`false`

/** The rows that the call reaches, as a condition on them. The only place where reach becomes SQL. */
export function reached(
  { grant, actor }: Pick<SignedInCall, 'grant' | 'actor'>,
  owner: Owner,
): RawBuilder<boolean> {
  const person = owner.person && sql.ref(owner.person)
  switch (grant.reach) {
    case 'all':
      return sql<boolean>`true`
    case 'organization':
      return sql<boolean>`${sql.ref(owner.organization)} = ${actor.organizationId}`
    case 'assigned':
      return person
        ? sql<boolean>`${person} in (select elderly_id from assignments
            where caregiver_id = ${actor.id} and ended_at is null)`
        : nothing
    case 'self':
      return person ? sql<boolean>`${person} = ${actor.id}` : nothing
  }
}
