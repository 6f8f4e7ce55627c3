import type { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/kit/permissions.ts'
import type { PersonStatus } from '#contract/people/people.ts'
import type { Db } from '#server/db/open.ts'
import { type AuthenticatedCall, requireStepUp } from '#server/kit/call.ts'
import { type ListHandler, outsideTransaction, type WithTransaction } from '#server/kit/handlers.ts'
import { generateUsername } from '#server/kit/person.ts'
import type { RecordCall, Values } from '#server/kit/table/config.ts'
import {
  endSessions,
  enqueueLinkEmail,
  hashNewPassword,
  setEmailVerified,
  voidMailedTokens,
} from '#server/modules/identity/index.ts'

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

/** A table of people, as created by `table`. */
interface PeopleTable<List extends Endpoint, Shown extends Account> {
  list: ListHandler<List>
  find(call: AuthenticatedCall, id: string): Promise<Shown>
  show(call: RecordCall): Promise<Shown>
  insert(call: AuthenticatedCall, values: Values): Promise<Shown>
  update(call: AuthenticatedCall, id: string, values: Values): Promise<Shown>
  remove(call: AuthenticatedCall, id: string): Promise<void>
  restore(call: AuthenticatedCall, id: string): Promise<Shown>
}

type About<Body = unknown> = AuthenticatedCall & { params: { id: string }; body: Body }

/** A change to one of these fields ends all sessions of the person. */
const sessionFields = ['role', 'status', 'organization_id'] as const

/** Whether the caller is an identity provider: it has verified the addresses of its people and signs them in. */
const isProvisioner = ({ actor }: AuthenticatedCall) => actor.role === 'provisioner'

/** A new address is unverified unless a provider vouches for it, and links mailed to the old one must stop working. */
async function replaceAddress(call: AuthenticatedCall, id: string, email: string) {
  await setEmailVerified(call.db, id, isProvisioner(call))
  await voidMailedTokens(call.db, id)
  if (!isProvisioner(call)) await enqueueLinkEmail(call.services, call.db, 'verify_email', email)
}

/** Welcomes the person of a new account by e-mail; a provider's people sign in there, or reset their password. */
async function welcome(call: AuthenticatedCall, id: string, email: string, hasPassword: boolean) {
  if (isProvisioner(call)) await setEmailVerified(call.db, id, true)
  else await enqueueLinkEmail(call.services, call.db, hasPassword ? 'verify_email' : 'invitation', email)
}

/**
 * CRUD handlers for people with an account: send invitation and verification e-mails, and end sessions after changes of
 * role, status or organization.
 * @param statusWithoutPassword status of a new person with an e-mail address but no password.
 */
export const accountHandlers = <List extends Endpoint, Shown extends Account>(
  people: PeopleTable<List, Shown>,
  waiting: z.infer<typeof PersonStatus>,
) => ({
  list: people.list,

  show: (call: About) => people.show(call),

  create: outsideTransaction(
    async (
      call: AuthenticatedCall & { body: NewAccount },
      withTransaction: WithTransaction,
    ): Promise<Shown> => {
      const { password, username = generateUsername(call.body.name), ...person } = call.body
      const names = [username, person.email]
      const password_hash =
        password && (await hashNewPassword(call.services, { password, names, caller: call.actor.id }))
      return withTransaction(async db => {
        const status = password || !person.email || isProvisioner(call) ? 'active' : waiting
        const row = { ...person, username, status, password_hash }
        const created = await people.insert({ ...call, db }, row)
        if (person.email) await welcome({ ...call, db }, created.id, person.email, Boolean(password))
        return created
      })
    },
  ),

  update: async (call: About<Values>): Promise<Shown> => {
    const before = await people.find(call, call.params.id)
    const { email } = call.body
    // The owner of the e-mail address can reset the password.
    if (email !== undefined && email !== before.email) requireStepUp(call.actor)
    const after = await people.update(call, before.id, call.body)
    if (sessionFields.some(name => after[name] !== before[name])) await endSessions(call.db, after.id)
    if (after.email && after.email !== before.email) await replaceAddress(call, after.id, after.email)
    return after
  },

  remove: async (call: About): Promise<void> => {
    const { id } = await people.find(call, call.params.id)
    await people.remove(call, id)
    await endSessions(call.db, id)
  },

  restore: (call: About) => people.restore(call, call.params.id),
})

/** Gives a person another role and ends their sessions, which were opened with the rights of the old one. */
export async function changeRole<Shown extends { id: string; role: Role }>(
  people: {
    find(call: AuthenticatedCall, id: string): Promise<Shown>
    update(call: AuthenticatedCall, id: string, values: Values): Promise<Shown>
  },
  call: AuthenticatedCall,
  id: string,
  role: Role,
): Promise<Shown> {
  const before = await people.find(call, id)
  const after = await people.update(call, before.id, { role })
  if (after.role !== before.role) await endSessions(call.db, after.id)
  return after
}

/** Zone and language that new people of an organization start with; undefined for an unknown organization. */
export const getOrganizationDefaults = (db: Db, id: string) =>
  db.selectFrom('organizations').select(['time_zone', 'locale']).where('id', '=', id).executeTakeFirst()
