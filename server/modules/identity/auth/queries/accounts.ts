import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Role } from '#contract/kit/permissions.ts'
import type { Db } from '#server/db/open.ts'
import { serviceOrganization } from '#server/kit/audit.ts'

const now = sql<string>`now()`

/** Finds an account by username or e-mail address, ignoring case. */
export const findAccountByLogin = (db: Db, login: string) =>
  db
    .selectFrom('people')
    .innerJoin('organizations', 'organizations.id', 'people.organization_id')
    .select([
      'people.id',
      'people.user_id as userId',
      'people.email',
      'people.role',
      'people.organization_id as organizationId',
      'people.password_hash as passwordHash',
      'people.status',
      'organizations.status as organizationStatus',
    ])
    .where(({ or, eb, fn }) =>
      or([
        eb(fn('lower', ['people.username']), '=', login.toLowerCase()),
        eb(fn('lower', ['people.email']), '=', login.toLowerCase()),
      ]),
    )
    .where('people.deleted_at', 'is', null)
    .where('organizations.deleted_at', 'is', null)
    .executeTakeFirst()

/** The account that may receive e-mail at this address. */
export const findEmailRecipient = (db: Db, email: string) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'username', 'email', 'email_verified_at', 'locale', 'time_zone'])
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.toLowerCase()))
    .where('status', '<>', 'suspended')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Recipient of an account notification. */
export const findAccountOwner = (db: Db, personId: string) =>
  db
    .selectFrom('people')
    .select(['name', 'username', 'email', 'locale', 'time_zone'])
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The current user in a session, as returned by `GET /api/auth/me`. */
export async function findUser(db: Db, personId: string, sessionId: string) {
  const { organization_id, organization_name, kind, organization_time_zone, role, ...user } = await db
    .selectFrom('people')
    .innerJoin('organizations', 'organizations.id', 'people.organization_id')
    .select([
      'people.id',
      'people.user_id',
      'people.name',
      'people.username',
      'people.email',
      'people.role',
      'people.locale',
      'people.time_zone',
      'people.organization_id',
      'organizations.name as organization_name',
      'organizations.kind',
      'organizations.time_zone as organization_time_zone',
    ])
    .select(({ eb }) => eb('people.email_verified_at', 'is not', null).as('email_verified'))
    .select(
      sql<boolean>`exists (select from sessions join identity_providers
        on identity_providers.id = sessions.identity_provider_id and identity_providers.signs_out
        where sessions.id = ${sessionId})`.as('signs_out_at_provider'),
    )
    .where('people.id', '=', personId)
    .executeTakeFirstOrThrow()
  return {
    ...user,
    role: role as Role,
    email_verified: Boolean(user.email_verified),
    organization: {
      id: organization_id,
      name: organization_name,
      kind,
      time_zone: organization_time_zone,
    },
  }
}

export const findPasswordHash = async (db: Db, personId: string) =>
  (await db.selectFrom('people').select('password_hash').where('id', '=', personId).executeTakeFirstOrThrow())
    .password_hash

interface NewAccount {
  username: string
  email: string | null
  /** Null for people who sign in by single sign-on. */
  passwordHash: string | null
  name: string
  organizationId: string
  role: Role
  locale?: string
  timeZone?: string
  emailVerified?: boolean
}

export const insertAccount = (db: Db, account: NewAccount) =>
  db
    .insertInto('people')
    .values({
      id: uuid(),
      organization_id: account.organizationId,
      role: account.role,
      name: account.name,
      username: account.username,
      email: account.email,
      email_verified_at: account.emailVerified ? now : null,
      password_hash: account.passwordHash,
      locale: account.locale ?? 'en',
      time_zone: account.timeZone ?? 'UTC',
    })
    .returning(['id', 'user_id as userId', 'email', 'role', 'organization_id as organizationId'])
    .executeTakeFirstOrThrow()

/** Creates the household of a new sign-up, in the region of the service organization. */
export async function insertHousehold(
  db: Db,
  name: string,
  locale = 'en',
  timeZone = 'UTC',
): Promise<string> {
  const { region } = await db
    .selectFrom('organizations')
    .select('region')
    .where('id', '=', serviceOrganization)
    .executeTakeFirstOrThrow()
  const id = uuid()
  await db
    .insertInto('organizations')
    .values({ id, name, kind: 'household', region, locale, time_zone: timeZone })
    .execute()
  return id
}

/** Sets a password and activates an invited account. */
export const setPassword = (db: Db, personId: string, passwordHash: string) =>
  db
    .updateTable('people')
    .set({
      password_hash: passwordHash,
      status: sql`case status when 'invited' then 'active' else status end`,
      version: sql`version + 1`,
      updated_at: now,
    })
    .where('id', '=', personId)
    .execute()

/** Stores a rehash of the same password, unless the password was changed concurrently. */
export const replaceHash = (db: Db, personId: string, before: string, after: string) =>
  db
    .updateTable('people')
    .set({ password_hash: after })
    .where('id', '=', personId)
    .where('password_hash', '=', before)
    .execute()

export const setEmailVerified = (db: Db, personId: string, verified: boolean) =>
  db
    .updateTable('people')
    .set({ email_verified_at: verified ? now : null })
    .where('id', '=', personId)
    .execute()

export const updateOwnAccount = (
  db: Db,
  personId: string,
  changes: { name?: string; locale?: string; time_zone?: string },
) =>
  db
    .updateTable('people')
    .set({ ...changes, version: sql`version + 1`, updated_at: now })
    .where('id', '=', personId)
    .execute()

export async function hasSuperAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'super_admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return admin !== undefined
}

/** Serialises creation of the first admin across instances until the transaction ends. */
export const lockFirstAdmin = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('voicedeck first admin'))`.execute(db)
