import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { Flow } from '../provider.ts'

const now = sql<string>`now()`
/** Validity of a sign-in that was sent to a provider, in minutes. */
const flowMinutes = 10

const hashOf = (value: string) => createHash('sha256').update(value).digest()

export const insertFlow = (
  db: Db,
  { state, secret, purpose }: Flow,
  providerId: string,
  personId: string | null,
) =>
  db
    .insertInto('sign_in_flows')
    .values({
      state_hash: hashOf(state),
      secret_hash: hashOf(secret),
      provider_id: providerId,
      purpose,
      person_id: personId,
      expires_at: sql<string>`now() + make_interval(mins => ${flowMinutes})`,
    })
    .execute()

/** Consumes a flow of the browser that started it; only one of several concurrent calls gets it. */
export const takeFlow = (db: Db, state: string, secret: string) =>
  db
    .deleteFrom('sign_in_flows')
    .where('state_hash', '=', hashOf(state))
    .where('secret_hash', '=', hashOf(secret))
    .where('expires_at', '>', now)
    .returning(['provider_id', 'purpose', 'person_id'])
    .executeTakeFirst()

export const pruneFlows = (db: Db) => db.deleteFrom('sign_in_flows').where('expires_at', '<', now).execute()

const person = [
  'people.id',
  'people.user_id as userId',
  'people.email',
  'people.role',
  'people.status',
  'people.email_verified_at',
  'people.organization_id as organizationId',
] as const

/** The person that an identity is linked to. */
export const findLinkedPerson = (db: Db, issuer: string, subject: string) =>
  db
    .selectFrom('external_identities')
    .innerJoin('people', 'people.id', 'external_identities.person_id')
    .select(person)
    .where('external_identities.issuer', '=', issuer)
    .where('external_identities.subject', '=', subject)
    .where('people.deleted_at', 'is', null)
    .executeTakeFirst()

/** The person with an e-mail address, in any organization. */
export const findPersonByEmail = (db: Db, email: string) =>
  db
    .selectFrom('people')
    .select(person)
    .where(({ eb, fn }) => eb(fn('lower', ['people.email']), '=', email.toLowerCase()))
    .where('people.deleted_at', 'is', null)
    .executeTakeFirst()

interface Link {
  issuer: string
  subject: string
  organization_id: string
  person_id: string
}

/** Links an identity to a person, or records its use; an identity of a removed person is free again. */
export const linkIdentity = (db: Db, link: Link) =>
  db
    .insertInto('external_identities')
    .values(link)
    .onConflict(conflict =>
      conflict.columns(['issuer', 'subject']).doUpdateSet({
        organization_id: link.organization_id,
        person_id: link.person_id,
        last_used_at: now,
      }),
    )
    .execute()

/** Activates an invited account whose owner signed in, and verifies its address. */
export const activatePerson = (db: Db, personId: string) =>
  db
    .updateTable('people')
    .set({
      status: 'active',
      email_verified_at: sql`coalesce(email_verified_at, now())`,
      version: sql`version + 1`,
      updated_at: now,
    })
    .where('id', '=', personId)
    .execute()

export const setRole = (db: Db, personId: string, role: Role) =>
  db
    .updateTable('people')
    .set({ role, version: sql`version + 1`, updated_at: now })
    .where('id', '=', personId)
    .execute()

/** Zone and language that new people of an organization start with. */
export const findOrganizationDefaults = (db: Db, organizationId: string) =>
  db
    .selectFrom('organizations')
    .select(['time_zone as timeZone', 'locale'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
