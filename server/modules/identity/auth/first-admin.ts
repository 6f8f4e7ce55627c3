import { randomInt } from 'node:crypto'
import { serviceOrganization, writeLogs } from '#server/kit/audit.ts'
import type { Services } from '#server/services.ts'
import { hashPassword } from './password.ts'
import { hasSuperAdmin, holdFirstAdmin, insertAccount } from './queries.ts'

/** Without the characters that are taken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of five characters, 99 bits: `k3v9d-…`. */
const makeUp = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** To be shown once; the password is null where the environment gave it. */
export interface FirstAdmin {
  username: string
  password: string | null
}

/**
 * Makes a super admin from `ADMIN_USERNAME`, `ADMIN_EMAIL` and `ADMIN_PASSWORD` when there is none yet. Of several
 * instances that start at once, one makes it.
 * @returns null when there was one already.
 */
export async function ensureFirstAdmin({
  config,
  database: { db },
}: Pick<Services, 'config' | 'database'>): Promise<FirstAdmin | null> {
  if (await hasSuperAdmin(db)) return null
  const username = config.ADMIN_USERNAME
  const madeUp = config.ADMIN_PASSWORD ? null : makeUp()
  const passwordHash = await hashPassword(config.ADMIN_PASSWORD ?? (madeUp as string))
  return db.transaction().execute(async transaction => {
    await holdFirstAdmin(transaction)
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
    await writeLogs(transaction, [entry], { actor: null, requestId: null, ip: null, source: 'server' })
    return { username, password: madeUp }
  })
}
