import { admins } from '#contract/admins.ts'
import type { Db } from '#server/db/open.ts'
import { serve } from '#server/kit/serve.ts'
import {
  askForLetter,
  endSessions,
  hashPassword,
  setEmailVerified,
  voidMailedTokens,
} from '#server/modules/auth/index.ts'
import type { Services } from '#server/services.ts'
import { adminTable, personId, personTable } from './queries.ts'

/** A new address is not known to be theirs, and links that went to the old one must not work. */
async function verifyAnew(services: Services, db: Db, id: string, email: string) {
  await setEmailVerified(db, id, false)
  await voidMailedTokens(db, id)
  await askForLetter(services, db, 'verify_email', email)
}

export default serve(admins)({
  list: adminTable.list,
  show: call => adminTable.find(call, call.params.id),

  create: {
    async slowly(call, change) {
      const { password, ...person } = call.body
      const password_hash = password && (await hashPassword(password))
      return change(async db => {
        const status = password ? 'active' : 'invited'
        const created = await adminTable.insert({ ...call, db }, { ...person, status, password_hash })
        const letter = password ? 'verify_email' : 'invitation'
        await askForLetter(call.services, db, letter, person.email)
        return created
      })
    },
  },

  update: async call => {
    const { body, db, params, services } = call
    const before = await adminTable.find(call, params.id)
    const after = await adminTable.update(call, params.id, body)
    const standing = ['role', 'status', 'organization_id'] as const
    if (standing.some(name => after[name] !== before[name])) await endSessions(db, after.id)
    if (after.email && after.email !== before.email) await verifyAnew(services, db, after.id, after.email)
    return after
  },

  remove: async call => {
    await adminTable.remove(call, call.params.id)
    await endSessions(call.db, call.params.id)
  },

  assignRole: async call => {
    const id = await personId(call.db, call.params.id)
    const before = await personTable.find(call, id)
    const after = await personTable.update(call, id, call.body)
    if (after.role !== before.role) await endSessions(call.db, id)
    return after
  },
})
