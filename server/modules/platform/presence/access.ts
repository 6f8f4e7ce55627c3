import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { can, grant, may, staffRoles } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { Actor, Call } from '#server/kit/call.ts'
import { findResource } from '#server/kit/resources.ts'
import { rowScope } from '#server/kit/table/scope.ts'
import { resolveTextId } from '#server/modules/localisation/index.ts'
import type { Services } from '#server/services.ts'

type Person = Pick<Actor, 'id' | 'role' | 'organizationId'>

export const isStaff = ({ role }: Pick<Person, 'role'>) => staffRoles.includes(role)

/** Whether an actor may read a record now, by the permission and row scope of its list. */
export async function canRead(
  services: Services,
  actor: Actor,
  resource: string,
  id: string,
): Promise<boolean> {
  if (resource === 'translations')
    return can(actor.role, may('translations', 'show')) && resolveTextId(id) !== null
  const { list } = findResource(resource) ?? {}
  if (!list || !isUuid(id) || typeof list.endpoint.access === 'string') return false
  const granted = grant(actor.role, list.endpoint.access)
  if (!granted) return false
  const { db } = services.database
  const rows = list.handler.selected({ actor, grant: granted, query: {}, params: {}, db, services } as Call)
  const found = await sql`select from (${rows}) as visible where visible.id = ${id}`.execute(db)
  return found.rows.length > 0
}

/**
 * What a viewer may know of others. `staff`: everyone's name. `organization`: the names of their organization.
 * `circle`: the names of the people that their assignments let them see.
 */
export type View = 'staff' | 'organization' | 'circle'

export function viewOf(viewer: Person): View {
  if (isStaff(viewer)) return 'staff'
  return viewer.role === 'organization_admin' ? 'organization' : 'circle'
}

/** Viewers with the same key are shown the same people. */
export const viewKey = (viewer: Person) => {
  const view = viewOf(viewer)
  if (view === 'staff') return view
  return view === 'organization' ? `organization ${viewer.organizationId}` : `circle ${viewer.id}`
}

/** Those of some people of customers whose names a viewer may know. */
export async function nameable(
  db: Db,
  viewer: Actor,
  people: readonly Person[],
): Promise<ReadonlySet<string>> {
  const view = viewOf(viewer)
  if (view === 'staff') return new Set(people.map(({ id }) => id))
  const near = people.filter(({ organizationId }) => organizationId === viewer.organizationId)
  if (view === 'organization') return new Set(near.map(({ id }) => id))
  const others = near.filter(({ id }) => id !== viewer.id)
  const own = near.filter(({ id }) => id === viewer.id)
  const [carers, elderly] = [
    grant(viewer.role, may('care_team', 'list')),
    grant(viewer.role, may('elderly', 'list')),
  ]
  if (others.length === 0 || !carers || !elderly) return new Set(own.map(({ id }) => id))
  const owner = { organization: 'organization_id' }
  const found = await sql<{ id: string }>`
    select id from people where id = any(${others.map(({ id }) => id)}::uuid[]) and deleted_at is null
      and (${rowScope({ grant: carers, actor: viewer }, { ...owner, caregiver: 'id' })}
        or ${rowScope({ grant: elderly, actor: viewer }, { ...owner, person: 'id' })})`.execute(db)
  return new Set([...own, ...found.rows].map(({ id }) => id))
}

/** Milliseconds for which an answer about access is shared by those with the same rights. */
const sharedMs = 2_000
/** Answers kept before all are forgotten. */
const maxShared = 10_000

/** {@link canRead}, asked once for people with the same rights who ask at about the same time. */
export function shareAccess(services: Services) {
  const answers = new Map<string, { answer: Promise<boolean>; at: number }>()
  return {
    canRead(actor: Actor, resource: string, id: string): Promise<boolean> {
      const key = `${isStaff(actor) ? actor.role : actor.id} ${resource} ${id}`
      const known = answers.get(key)
      if (known && performance.now() - known.at < sharedMs) return known.answer
      if (answers.size >= maxShared) answers.clear()
      const answer = canRead(services, actor, resource, id)
      answers.set(key, { answer, at: performance.now() })
      // Asked again next time.
      answer.catch(() => answers.delete(key))
      return answer
    },
    /** After a change, which may have moved or removed a record. */
    forget: () => answers.clear(),
  }
}
