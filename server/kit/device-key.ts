import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../db/open.ts'
import type { Program } from './call.ts'

const hashOf = (key: string) => createHash('sha256').update(key).digest()

export const isDeviceKey = (text: unknown): text is string =>
  typeof text === 'string' && text.startsWith('vdd_')

/** A new key of a device, `vdd_<secret>`; 192 bits of it are secret, and only its SHA-256 is kept. */
export function makeDeviceKey() {
  const key = `vdd_${randomBytes(24).toString('base64url')}`
  return { key, hash: hashOf(key) }
}

/** The device whose key this is, while it, and its organization, is in use. */
export async function deviceProgramOf(db: Db, key: string): Promise<Program | null> {
  const device = await db
    .selectFrom('devices')
    .innerJoin('organizations', 'organizations.id', 'devices.organization_id')
    .select(['devices.id', 'devices.name', 'devices.organization_id as organizationId'])
    .where('key_hash', '=', hashOf(key))
    .where('devices.deleted_at', 'is', null)
    .where('devices.status', '<>', 'retired')
    .where('organizations.status', '=', 'active')
    .where('organizations.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!device) return null
  return {
    ...device,
    deviceId: device.id,
    scopes: ['device-events:write'],
    userId: null,
    email: null,
    role: 'api_key',
  }
}
