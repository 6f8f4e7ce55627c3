import { sql } from 'kysely'
import type { SignInTest } from '#contract/identity/single-sign-on.ts'
import type { Db } from '#server/db/open.ts'

const now = sql<string>`now()`

const providers = (db: Db) => db.selectFrom('identity_providers').selectAll('identity_providers')

export const findProvider = (db: Db, organizationId: string) =>
  providers(db).where('organization_id', '=', organizationId).executeTakeFirst()
export type Provider = NonNullable<Awaited<ReturnType<typeof findProvider>>>

export const findProviderById = (db: Db, id: string) => providers(db).where('id', '=', id).executeTakeFirst()

/** The enabled provider of an active organization that has verified the domain of an e-mail address. */
export const findProviderByEmail = (db: Db, email: string) =>
  providers(db)
    .innerJoin('email_domains', 'email_domains.organization_id', 'identity_providers.organization_id')
    .innerJoin('organizations', 'organizations.id', 'identity_providers.organization_id')
    .where('email_domains.domain', '=', email.toLowerCase().split('@').at(-1) ?? '')
    .where('email_domains.verified_at', 'is not', null)
    .where('identity_providers.enabled', '=', true)
    .where('organizations.status', '=', 'active')
    .where('organizations.deleted_at', 'is', null)
    .executeTakeFirst()

/** The provider through which a person can sign in, because they have done so before. */
export const findProviderOfPerson = (db: Db, personId: string) =>
  providers(db)
    .innerJoin('people', 'people.organization_id', 'identity_providers.organization_id')
    .innerJoin('external_identities', join =>
      join
        .onRef('external_identities.person_id', '=', 'people.id')
        // As in `identityIssuer`; the settings may lack the trailing slash of the issuer in ID tokens.
        .on(
          sql<boolean>`rtrim(external_identities.issuer, '/') = rtrim(case identity_providers.protocol
            when 'saml' then identity_providers.organization_id || ' ' || identity_providers.issuer
            else identity_providers.issuer end, '/')`,
        ),
    )
    .where('people.id', '=', personId)
    .where('identity_providers.enabled', '=', true)
    .executeTakeFirst()

interface ProviderSettings {
  protocol: Provider['protocol']
  issuer: string
  client_id: string
  client_secret: Buffer | null
  sign_in_url: string
  certificates: string[]
  requires_signed_response: boolean
  scopes: string
  groups_claim: string
  group_roles: string
  default_role: Provider['default_role']
  trusts_email: boolean
  second_factor_acr: string[]
  signs_out: boolean
  tested_at: string | null
}

export const saveProvider = (db: Db, id: string, organizationId: string, settings: ProviderSettings) =>
  db
    .insertInto('identity_providers')
    .values({ id, organization_id: organizationId, ...settings })
    .onConflict(conflict =>
      conflict
        .column('organization_id')
        .doUpdateSet({ ...settings, version: sql`identity_providers.version + 1`, updated_at: now }),
    )
    .execute()

export const setProviderState = (
  db: Db,
  id: string,
  state: Pick<Provider, 'enabled' | 'required' | 'break_glass_ids'>,
) =>
  db
    .updateTable('identity_providers')
    .set({ ...state, version: sql`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()

/** Records the outcome of a test, unless the settings were changed while it ran. */
export const recordTest = (db: Db, { id, version }: Provider, test: SignInTest) =>
  db
    .updateTable('identity_providers')
    .set({
      last_test: JSON.stringify(test),
      ...(test.failure === null && { tested_at: test.at }),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()

export const deleteProvider = (db: Db, id: string) =>
  db.deleteFrom('identity_providers').where('id', '=', id).execute()

/** Client secrets that are encrypted with another key. */
export const listClientSecretsOfOtherKeys = (db: Db, mark: Buffer) =>
  db
    .selectFrom('identity_providers')
    .select(['id', sql<Buffer>`client_secret`.as('client_secret')])
    .where(sql`substring(client_secret for ${mark.length})`, '<>', mark)
    .execute()

export const replaceClientSecret = (db: Db, id: string, before: Buffer, after: Buffer) =>
  db
    .updateTable('identity_providers')
    .set({ client_secret: after })
    .where('id', '=', id)
    .where('client_secret', '=', before)
    .execute()

/** Admins of an organization who have a password, for when the provider cannot be reached. */
export const listBreakGlassCandidates = (db: Db, organizationId: string) =>
  db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('role', 'in', ['organization_admin', 'admin', 'super_admin'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('name')
    .limit(200)
    .execute()

/** Ends the sessions of an organization's members that were not opened by single sign-on. */
export const endOtherSessions = (db: Db, provider: Provider, except: readonly string[]) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .from('people')
    .whereRef('people.id', '=', 'sessions.person_id')
    .where('people.organization_id', '=', provider.organization_id)
    .where('sessions.identity_provider_id', 'is', null)
    .where('sessions.revoked_at', 'is', null)
    .where('people.id', '<>', sql<string>`all(${except})`)
    .execute()

/** Whether an organization requires single sign-on of a person; super admins only where they may use it. */
export async function isSingleSignOnRequired(
  db: Db,
  organizationId: string,
  person: { id: string; role: string } | null,
  includesSuperAdmins: boolean,
): Promise<boolean> {
  if (person?.role === 'super_admin' && !includesSuperAdmins) return false
  const provider = await db
    .selectFrom('identity_providers')
    .select('break_glass_ids')
    .where('organization_id', '=', organizationId)
    .where('required', '=', true)
    .executeTakeFirst()
  return provider !== undefined && !(person && provider.break_glass_ids.includes(person.id))
}

/** The provider of a session, and the ID token that opened it. */
export const findSessionProvider = (db: Db, sessionId: string) =>
  providers(db)
    .innerJoin('sessions', 'sessions.identity_provider_id', 'identity_providers.id')
    .select('sessions.id_token')
    .where('sessions.id', '=', sessionId)
    .where('identity_providers.signs_out', '=', true)
    .executeTakeFirst()
