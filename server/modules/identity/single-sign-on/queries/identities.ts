import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { Flow } from '../flows.ts'

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
    .returning(['provider_id', 'purpose', 'person_id', 'response'])
    .executeTakeFirst()

/** Stores a posted response with its flow, unless there is one already or the flow is of another organization. */
export async function storeResponse(
  db: Db,
  organizationId: string,
  state: string,
  response: Buffer,
): Promise<void> {
  await db
    .updateTable('sign_in_flows')
    .set({ response })
    .from('identity_providers')
    .whereRef('identity_providers.id', '=', 'sign_in_flows.provider_id')
    .where('identity_providers.organization_id', '=', organizationId)
    .where('identity_providers.protocol', '=', 'saml')
    .where('sign_in_flows.state_hash', '=', hashOf(state))
    .where('sign_in_flows.expires_at', '>', now)
    .where('sign_in_flows.response', 'is', null)
    .execute()
}

/** Marks an assertion as used. @returns false if it was used before */
export async function recordAssertion(
  db: Db,
  assertion: { provider_id: string; assertion_id: string; expires_at: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('used_assertions')
    .values(assertion)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Deletes flows and used assertions that have expired. */
export async function pruneFlows(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_flows').where('expires_at', '<', now).execute()
  await db.deleteFrom('used_assertions').where('expires_at', '<', now).execute()
}

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
