import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Program } from './call.ts'

const hashOf = (key: string) => createHash('sha256').update(key).digest()

export const isDeviceKey = (text: unknown): text is string =>
  typeof text === 'string' && text.startsWith('vdd_')

/** Generates a device key `vdd_<secret>` with 192 secret bits; only its SHA-256 is stored. */
export function generateDeviceKey() {
  const key = `vdd_${randomBytes(24).toString('base64url')}`
  return { key, hash: hashOf(key) }
}

/** The devices of these keys, by key, if device and organization are active. */
export async function findDevicesByKey(db: Db, keys: readonly string[]): Promise<Map<string, Program>> {
  const byHash = new Map(keys.map(key => [hashOf(key).toString('hex'), key]))
  const devices = await db
    .selectFrom('devices')
    .innerJoin('organizations', 'organizations.id', 'devices.organization_id')
    .select(['devices.id', 'devices.name', 'devices.organization_id as organizationId', 'key_hash'])
    .where('key_hash', '=', sql<Buffer>`any(${keys.map(hashOf)})`)
    .where('devices.deleted_at', 'is', null)
    .where('devices.status', '<>', 'retired')
    .where('organizations.status', '=', 'active')
    .where('organizations.deleted_at', 'is', null)
    .execute()
  return new Map(
    devices.map(({ key_hash, ...device }) => [
      byHash.get(key_hash?.toString('hex') ?? '') ?? '',
      {
        ...device,
        deviceId: device.id,
        scopes: ['device-events:write'],
        userId: null,
        email: null,
        role: 'api_key',
      },
    ]),
  )
}
