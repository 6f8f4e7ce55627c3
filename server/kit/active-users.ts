import { sql } from 'kysely'
import type { Role } from '#contract/kit/permissions.ts'
import type { Db } from '../db/open.ts'

/**
 * Everybody who may act at all: neither they nor their organization is suspended, closed or removed.
 * @param guarded whether everybody is to have a second factor, whatever their organization asks for
 */
export const activeUsers = (db: Db, guarded = false) =>
  db
    .selectFrom('people')
    .innerJoin('organizations', 'organizations.id', 'people.organization_id')
    .select([
      'people.id',
      'people.user_id as userId',
      'people.name',
      'people.email',
      'people.role',
      'people.organization_id as organizationId',
      sql<boolean>`(${guarded} or organizations.requires_second_factor) and not exists (select from totp_secrets
        where totp_secrets.person_id = people.id and totp_secrets.enabled_at is not null)`.as(
        'isSecondFactorMissing',
      ),
    ])
    .$narrowType<{ role: Role }>()
    .where('people.status', '=', 'active')
    .where('people.deleted_at', 'is', null)
    .where('organizations.status', '=', 'active')
    .where('organizations.deleted_at', 'is', null)
