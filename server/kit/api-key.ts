import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '#contract/kit/permissions.ts'
import type { Db } from '../db/open.ts'
import type { Program } from './call.ts'

const hashOf = (key: string) => createHash('sha256').update(key).digest()

export const isApiKey = (text: unknown): text is string => typeof text === 'string' && text.startsWith('vdk_')

/** A new key, `vdk_<prefix>_<secret>`; 192 bits of it are secret, and only its SHA-256 is kept. */
export function generateApiKey() {
  const prefix = `vdk_${randomBytes(4).toString('hex')}`
  const key = `${prefix}_${randomBytes(24).toString('base64url')}`
  return { key, prefix, hash: hashOf(key) }
}

/** The programs whose keys these are, by key, where key and organization are in force. Notes the use, once a minute. */
export async function findProgramsByKey(db: Db, keys: readonly string[]): Promise<Map<string, Program>> {
  const byHash = new Map(keys.map(key => [hashOf(key).toString('hex'), key]))
  const found = await db
    .selectFrom('api_keys')
    .innerJoin('organizations', 'organizations.id', 'api_keys.organization_id')
    .select([
      'api_keys.id',
      'api_keys.name',
      'api_keys.organization_id as organizationId',
      'api_keys.scopes',
      'api_keys.key_hash',
      sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('stale'),
    ])
    .where('key_hash', '=', sql<Buffer>`any(${keys.map(hashOf)})`)
    .where('revoked_at', 'is', null)
    .where('organizations.status', '=', 'active')
    .where('organizations.deleted_at', 'is', null)
    .execute()
  const stale = found.filter(({ stale }) => stale).map(({ id }) => id)
  if (stale.length > 0) {
    await db.updateTable('api_keys').set({ last_used_at: sql`now()` }).where('id', 'in', stale).execute()
  }
  return new Map(
    found.map(({ stale, scopes, key_hash, ...program }) => [
      byHash.get(key_hash.toString('hex')) ?? '',
      { ...program, scopes: scopes as Scope[], userId: null, email: null, role: 'api_key' },
    ]),
  )
}

/** Which of these keys, that were good when something was opened with them, still are. @param ids of the keys */
export async function findActiveKeys(db: Db, ids: readonly string[]): Promise<Map<string, true>> {
  const found = await db
    .selectFrom('api_keys')
    .innerJoin('organizations', 'organizations.id', 'api_keys.organization_id')
    .select('api_keys.id')
    .where('api_keys.id', 'in', ids)
    .where('revoked_at', 'is', null)
    .where('organizations.status', '=', 'active')
    .where('organizations.deleted_at', 'is', null)
    .execute()
  return new Map(found.map(({ id }) => [id, true]))
}
