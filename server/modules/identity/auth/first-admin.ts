import { randomInt } from 'node:crypto'
import { serviceOrganization, writeAuditLogs } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { hashPassword } from './password.ts'
import { hasSuperAdmin, insertAccount, lockFirstAdmin } from './queries/accounts.ts'

/** Without look-alike characters. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of five characters, 99 bits: `k3v9d-…`. */
const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** Printed once at start-up; the password is null if it was configured. */
export interface FirstAdmin {
  username: string
  password: string | null
}

/**
 * Creates a super admin from `ADMIN_USERNAME`, `ADMIN_EMAIL` and `ADMIN_PASSWORD` if there is none. Safe to run on
 * several instances at the same time.
 * @returns null if a super admin exists already.
 */
export async function ensureFirstAdmin({
  config,
  database: { db },
}: Pick<Services, 'config' | 'database'>): Promise<FirstAdmin | null> {
  if (await hasSuperAdmin(db)) return null
  const username = config.ADMIN_USERNAME
  const generated = config.ADMIN_PASSWORD ? null : generatePassword()
  const passwordHash = await hashPassword(config.ADMIN_PASSWORD ?? (generated as string))
  return db.transaction().execute(async transaction => {
    await lockFirstAdmin(transaction)
    if (await hasSuperAdmin(transaction)) return null
    const { id } = await insertAccount(transaction, {
      username,
      email: config.ADMIN_EMAIL ?? null,
      emailVerified: config.ADMIN_EMAIL !== undefined,
      passwordHash,
      name: username,
      organizationId: serviceOrganization,
      role: 'super_admin',
    })
    const entry = { action: 'create', resourceType: 'admins', resourceId: id, details: { first: true } }
    await writeAuditLogs(transaction, [entry], { actor: null, requestId: null, ip: null, source: 'server' })
    return { username, password: generated }
  })
}
