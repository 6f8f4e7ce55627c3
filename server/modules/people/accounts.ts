import type { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { PersonStatus } from '#contract/people/people.ts'
import type { Db } from '#server/db/open.ts'
import type { SignedInCall } from '#server/kit/call.ts'
import { unproven } from '#server/kit/problem.ts'
import type { Change, ListHandler } from '#server/kit/serve.ts'
import type { Values } from '#server/kit/table/facts.ts'
import {
  askForLetter,
  endSessions,
  hashChosen,
  setEmailVerified,
  voidMailedTokens,
} from '#server/modules/identity/index.ts'
import type { Services } from '#server/services.ts'
import { usernameOf } from './username.ts'

interface Account {
  id: string
  email: string | null
  organization_id: string
  role?: string
  status: string
}

interface NewAccount {
  name: string
  username?: string
  email?: string
  password?: string
}

/** A table of people, as `table` makes it. */
interface PeopleTable<List extends Endpoint, Shown extends Account> {
  list: ListHandler<List>
  find(call: SignedInCall, id: string): Promise<Shown>
  insert(call: SignedInCall, values: Values): Promise<Shown>
  update(call: SignedInCall, id: string, values: Values): Promise<Shown>
  remove(call: SignedInCall, id: string): Promise<void>
  restore(call: SignedInCall, id: string): Promise<Shown>
}

type About<Body = unknown> = SignedInCall & { params: { id: string }; body: Body }

/** Somebody is no longer what their sessions were opened for once one of these changes. */
const standing = ['role', 'status', 'organization_id'] as const

/** A new address is not known to be theirs, and links that went to the old one must not work. */
async function verifyAnew(services: Services, db: Db, id: string, email: string) {
  await setEmailVerified(db, id, false)
  await voidMailedTokens(db, id)
  await askForLetter(services, db, 'verify_email', email)
}

/**
 * The calls of a list of people, each of whom has an account: with letters to who shall choose a password or verify an
 * address, and the end of sessions that are no longer what they were opened for.
 * @param waiting the status of who has an address but no password yet.
 */
export const accounts = <List extends Endpoint, Shown extends Account>(
  people: PeopleTable<List, Shown>,
  waiting: z.infer<typeof PersonStatus>,
) => ({
  list: people.list,

  show: (call: About) => people.find(call, call.params.id),

  create: {
    async slowly(call: SignedInCall & { body: NewAccount }, change: Change): Promise<Shown> {
      const { password, username = usernameOf(call.body.name), ...person } = call.body
      const names = [username, person.email]
      const password_hash =
        password && (await hashChosen(call.services, { password, names, caller: call.actor.id }))
      return change(async db => {
        const status = password || !person.email ? 'active' : waiting
        const row = { ...person, username, status, password_hash }
        const created = await people.insert({ ...call, db }, row)
        const letter = password ? 'verify_email' : 'invitation'
        if (person.email) await askForLetter(call.services, db, letter, person.email)
        return created
      })
    },
  },

  update: async (call: About<Values>): Promise<Shown> => {
    const before = await people.find(call, call.params.id)
    const { email } = call.body
    // Whoever has the address can have the password reset.
    if (email !== undefined && email !== before.email && !call.actor.provenLately) throw unproven()
    const after = await people.update(call, before.id, call.body)
    if (standing.some(name => after[name] !== before[name])) await endSessions(call.db, after.id)
    if (after.email && after.email !== before.email)
      await verifyAnew(call.services, call.db, after.id, after.email)
    return after
  },

  remove: async (call: About): Promise<void> => {
    const { id } = await people.find(call, call.params.id)
    await people.remove(call, id)
    await endSessions(call.db, id)
  },

  restore: (call: About) => people.restore(call, call.params.id),
})
