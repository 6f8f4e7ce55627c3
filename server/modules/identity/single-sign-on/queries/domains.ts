import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

const now = sql<string>`now()`
const domainColumns = ['domain', 'token', 'verified_at'] as const

export const listDomains = (db: Db, organizationId: string) =>
  db
    .selectFrom('email_domains')
    .select(domainColumns)
    .where('organization_id', '=', organizationId)
    .orderBy('domain')
    .execute()

/** @returns undefined if the organization has the domain already. */
export const insertDomain = (db: Db, organizationId: string, domain: string, token: string) =>
  db
    .insertInto('email_domains')
    .values({ organization_id: organizationId, domain, token, verified_at: null })
    .onConflict(conflict => conflict.columns(['organization_id', 'domain']).doNothing())
    .returning(domainColumns)
    .executeTakeFirst()

export const findDomain = (db: Db, organizationId: string, domain: string) =>
  db
    .selectFrom('email_domains')
    .select(domainColumns)
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .executeTakeFirst()

/** Whether another organization has verified the domain. */
export const isDomainTaken = async (db: Db, organizationId: string, domain: string) =>
  (await db
    .selectFrom('email_domains')
    .select('domain')
    .where('domain', '=', domain)
    .where('organization_id', '<>', organizationId)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()) !== undefined

export const setDomainVerified = (db: Db, organizationId: string, domain: string) =>
  db
    .updateTable('email_domains')
    .set({ verified_at: now })
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .returning(domainColumns)
    .executeTakeFirstOrThrow()

export const deleteDomain = (db: Db, organizationId: string, domain: string) =>
  db
    .deleteFrom('email_domains')
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .returning('domain')
    .executeTakeFirst()

export const listVerifiedDomains = async (db: Db, organizationId: string) =>
  (await listDomains(db, organizationId)).flatMap(({ domain, verified_at }) => (verified_at ? [domain] : []))
