import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '#contract/kit/permissions.ts'
import type { Db } from '../db/open.ts'
import type { Program } from './call.ts'
import { isUseStale, recordUse } from './last-use.ts'

const hashOf = (key: string) => createHash('sha256').update(key).digest()

export const isApiKey = (text: unknown): text is string => typeof text === 'string' && text.startsWith('vdk_')

/** Generates a key `vdk_<prefix>_<secret>` with 192 secret bits; only its SHA-256 is stored. */
export function generateApiKey() {
  const prefix = `vdk_${randomBytes(4).toString('hex')}`
  const key = `${prefix}_${randomBytes(24).toString('base64url')}`
  return { key, prefix, hash: hashOf(key) }
}

const activeKeys = (db: Db) =>
  db
    .selectFrom('api_keys')
    .innerJoin('organizations', 'organizations.id', 'api_keys.organization_id')
    .where('revoked_at', 'is', null)
    .where('organizations.status', '=', 'active')
    .where('organizations.deleted_at', 'is', null)

const programColumns = [
  'api_keys.id',
  'api_keys.name',
  'api_keys.organization_id as organizationId',
  'api_keys.scopes',
] as const

/** The program of an API key; null unless key and organization are active. @param id id of the key */
export async function findProgram(db: Db, id: string): Promise<Program | null> {
  const row = await activeKeys(db).select(programColumns).where('api_keys.id', '=', id).executeTakeFirst()
  if (!row) return null
  return { ...row, scopes: row.scopes as Scope[], userId: null, email: null, role: 'api_key' }
}

/** The programs of these keys, by key, if key and organization are active. Records the use at most once a minute. */
export async function findProgramsByKey(db: Db, keys: readonly string[]): Promise<Map<string, Program>> {
  const byHash = new Map(keys.map(key => [hashOf(key).toString('hex'), key]))
  const rows = await activeKeys(db)
    .select([...programColumns, 'api_keys.key_hash', isUseStale('api_keys').as('stale')])
    .where('key_hash', '=', sql<Buffer>`any(${keys.map(hashOf)})`)
    .execute()
  const stale = rows.filter(({ stale }) => stale).map(({ id }) => id)
  await recordUse(db, 'api_keys', stale)
  return new Map(
    rows.map(({ stale, scopes, key_hash, ...program }) => [
      byHash.get(key_hash.toString('hex')) ?? '',
      { ...program, scopes: scopes as Scope[], userId: null, email: null, role: 'api_key' },
    ]),
  )
}

/** Which of these keys, used to open a stream earlier, are still active. @param ids ids of the keys */
export async function findActiveKeys(db: Db, ids: readonly string[]): Promise<Map<string, true>> {
  const rows = await activeKeys(db).select('api_keys.id').where('api_keys.id', 'in', ids).execute()
  return new Map(rows.map(({ id }) => [id, true]))
}
