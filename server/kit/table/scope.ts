import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Relationship } from '#contract/alerts/contacts.ts'
import type { AuthenticatedCall } from '../call.ts'
import { notFound } from '../problem.ts'

/** What a call's access to rows follows from. */
export type ScopedCall = Pick<AuthenticatedCall, 'grant' | 'actor'>

/** The columns that determine who may access a row. */
export interface Owner {
  organization: string
  /** The elderly user a row is about; without it, the reach `self` has no rows. */
  person?: string
  /** A caregiver: callers with the reach `assigned` see those who care for the same people. */
  caregiver?: string
  /** A list of ids: the reach `self` has the rows that the caller is a member of. */
  members?: string
  /** Columns with the ids and relationships of customers who must not see a row. */
  excluded?: { ids: string; relationships: string }
}

/** The relationship in which a role is assigned to a person. */
const relationships: Partial<Record<string, Relationship>> = {
  caregiver: 'caregiver',
  family_member: 'family',
}

/** Leaves out rows from which a customer's caller is excluded; staff and the person themself see all. */
export function notExcluded(
  { grant, actor }: ScopedCall,
  { ids, relationships: groups }: NonNullable<Owner['excluded']>,
): RawBuilder<boolean> {
  if (grant.reach === 'all' || grant.reach === 'self') return sql<boolean>`true`
  const relationship = relationships[actor.role] ?? ''
  return sql<boolean>`not (${actor.id} = any(${sql.ref(ids)}) or ${relationship} = any(${sql.ref(groups)}))`
}

/** Alerts from which the caller is not excluded, by the columns of `alerts`. */
export const visibleAlerts = (call: ScopedCall): RawBuilder<boolean> =>
  notExcluded(call, { ids: 'alerts.excluded_ids', relationships: 'alerts.excluded_relationships' })

const nothing = sql<boolean>`false`

/** The elderly users assigned to a caller; an elderly user is assigned to themself. */
const assignedElderly = ({ id, role }: ScopedCall['actor']) =>
  role === 'elderly_user'
    ? sql`select ${id}::uuid`
    : sql`select elderly_id from assignments where caregiver_id = ${id} and ended_at is null`

/** The condition for the rows that a call may see. The only place where a reach becomes SQL. */
export function rowScope(call: ScopedCall, owner: Owner): RawBuilder<boolean> {
  const rows = reachableRows(call, owner)
  return owner.excluded ? sql<boolean>`(${rows} and ${notExcluded(call, owner.excluded)})` : rows
}

/**
 * Names the condition of {@link rowScope} if many callers share it, so that their reads can be one query; null if it
 * depends on the caller.
 */
export function sharedScope({ grant, actor }: ScopedCall, owner: Owner): string | null {
  if (grant.reach === 'all') return 'all'
  return grant.reach === 'organization' && !owner.excluded ? actor.organizationId : null
}

function reachableRows({ grant, actor }: ScopedCall, owner: Owner): RawBuilder<boolean> {
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
      if (owner.members) return sql<boolean>`${actor.id}::text = any(${sql.ref(owner.members)})`
      return owner.person ? sql<boolean>`${sql.ref(owner.person)} = ${actor.id}` : nothing
  }
}

/**
 * The condition for the row that a path parameter names: by its id, or for people also by their `user_id`.
 * @throws Problem 404 if it is neither
 */
export function matchesKey(key: string, isPerson: boolean): RawBuilder<boolean> {
  if (isUuid(key)) return sql<boolean>`id = ${key}`
  if (isPerson && /^[1-9]\d{0,8}$/.test(key)) return sql<boolean>`user_id = ${Number(key)}`
  throw notFound()
}
