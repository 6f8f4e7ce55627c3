import { describe, expect } from 'vitest'
import { auth } from '#contract/identity/auth.ts'
import { invites } from '#contract/people/invites.ts'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { password, session } from '#tests/fixtures/accounts.ts'
import { type Api, bearer, type Caller, test } from '#tests/fixtures/api.ts'
import { lettersTo } from '#tests/fixtures/letters.ts'

let count = 0
const address = () => `guest-${++count}-${process.pid}@example.org`

async function invited(by: Caller, values: object = {}) {
  const email = address()
  const body = { email, role: 'family_member', ...values }
  const { status, reply, text } = await by.call(invites.create, { body })
  expect(status, text).toBe(201)
  return { ...reply, email }
}

/** The token in the letter to an address, once it has come. */
async function tokenFor(api: Api, email: string) {
  const [letter] = await lettersTo(api, email)
  const token = letter?.text.match(/\/register\?invite=([\w-]+)$/m)?.[1]
  if (!token) throw new Error(`No link in the letter:\n${letter?.text}`)
  return token
}

const account = (token: string, values: object = {}) => ({
  token,
  name: 'Felix Lindner',
  username: `felix-${++count}-${process.pid}`,
  password,
  ...values,
})

describe('an invitation', () => {
  test('creates an account with its organization and role', async ({ api }) => {
    const owner = await api.signedIn('organization_admin', { name: 'Olga Owner' })
    const invite = await invited(owner)
    expect(invite).toMatchObject({ status: 'pending', organization_id: owner.organizationId })
    expect(Date.parse(invite.expires_at) - Date.parse(invite.created_at)).toBeCloseTo(7 * 86_400_000, -4)
    const [letter] = await lettersTo(api, invite.email)
    expect(letter?.subject).toBe('Olga Owner invited you to Haus Amsel')

    const body = account(await tokenFor(api, invite.email))
    const { status, reply } = await api.nobody.call(invites.accept, { body })
    expect(status).toBe(201)
    const me = (await bearer(api.app, reply.access_token).call(auth.me)).reply
    expect(me).toMatchObject({
      email: invite.email,
      email_verified: true,
      role: 'family_member',
      organization: { id: owner.organizationId },
    })
    await session(api, body.username)
    expect((await owner.call(invites.list, {})).reply.invites).toMatchObject([
      { id: invite.id, status: 'accepted' },
    ])
    const logs = await owner.call(activityLogs.list, { query: { resource_id: invite.id } })
    expect(logs.reply.logs).toMatchObject([
      { action: 'accept', user_id: me.user_id },
      { action: 'create', user_id: owner.userId },
    ])
  })

  test('is accepted once, even concurrently', async ({ api }) => {
    const invite = await invited(await api.signedIn('organization_admin'))
    const token = await tokenFor(api, invite.email)
    const accept = async () => (await api.nobody.call(invites.accept, { body: account(token) })).status
    expect((await Promise.all([accept(), accept(), accept()])).sort()).toEqual([201, 404, 404])
    const { problem } = await api.nobody.call(invites.accept, { body: account(token) })
    expect(problem.detail).toBe('This invitation is invalid, already used or expired')
  })

  test('stays open if the account could not be created', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const taken = await invited(owner)
    const first = account(await tokenFor(api, taken.email))
    await api.nobody.call(invites.accept, { body: first })
    const invite = await invited(owner)
    const body = account(await tokenFor(api, invite.email), { username: first.username.toUpperCase() })
    const { problem } = await api.nobody.call(invites.accept, { body })
    expect(problem).toMatchObject({ status: 409, errors: [{ pointer: '#/username' }] })
    const other = { ...body, username: `${first.username}-2` }
    expect((await api.nobody.call(invites.accept, { body: other })).status).toBe(201)
  })

  test('is void once revoked, expired or of a suspended organization', async ({ api }) => {
    const [owner, admin] = [await api.signedIn('organization_admin'), await api.signedIn('admin')]
    const [revoked, expired, suspended] = [await invited(owner), await invited(owner), await invited(owner)]
    const tokens = await Promise.all([revoked, expired, suspended].map(({ email }) => tokenFor(api, email)))
    const params = { id: revoked.id }
    expect((await owner.call(invites.remove, { params })).status).toBe(204)
    const again = await owner.call(invites.remove, { params })
    expect(again.problem).toMatchObject({ status: 409, type: '/problems/invite-over' })
    const past = new Date(Date.now() - 1000).toISOString()
    await api.db.updateTable('invites').set({ expires_at: past }).where('id', '=', expired.id).execute()
    const { reply } = await owner.call(invites.list, { query: { status: ['revoked', 'expired'] } })
    expect(reply.invites.map(({ id }) => id).sort()).toEqual([revoked.id, expired.id].sort())
    await api.db
      .updateTable('organizations')
      .set({ status: 'suspended' })
      .where('id', '=', owner.organizationId)
      .execute()
    for (const token of [...tokens, 'made-up'])
      expect((await api.nobody.call(invites.accept, { body: account(token) })).status).toBe(404)
    expect((await admin.call(invites.list, { query: { id: [revoked.id] } })).reply.total).toBe(1)
  })

  test('is not accepted by a signed-in person', async ({ api }) => {
    const invite = await invited(await api.signedIn('organization_admin'))
    const somebody = await api.signedIn('caregiver')
    const body = account(await tokenFor(api, invite.email))
    const { problem } = await somebody.call(invites.accept, { body })
    expect(problem).toMatchObject({ status: 409, type: '/problems/signed-in' })
    expect((await api.nobody.call(invites.accept, { body })).status).toBe(201)
  })

  test('is limited to permitted roles and organizations', async ({ api }) => {
    const [admin, owner] = [await api.signedIn('admin'), await api.signedIn('organization_admin')]
    const refused = async (by: Caller, values: object) => {
      const body = { email: address(), ...values }
      const { status, problem } = await by.call(invites.create, { body })
      return [status, problem.errors?.[0]?.pointer]
    }
    expect(await refused(owner, { role: 'operator' })).toEqual([422, '#/role'])
    expect(await refused(admin, { role: 'super_admin' })).toEqual([422, '#/role'])
    expect(await refused(admin, { role: 'caregiver' })).toEqual([422, '#/organization_id'])
    const elsewhere = { role: 'caregiver', organization_id: await api.organization() }
    expect(await refused(owner, elsewhere)).toEqual([422, '#/organization_id'])
    expect(await refused(admin, { role: 'operator', organization_id: owner.organizationId })).toEqual([
      422,
      '#/organization_id',
    ])
    expect((await invited(admin, { role: 'operator' })).organization_id).toBe(serviceOrganization)
    const { email } = await invited(owner)
    expect(await refused(owner, { role: 'caregiver', email: email.toUpperCase() })).toEqual([409, '#/email'])
    const operator = await api.signedIn('operator')
    expect((await operator.call(invites.create, { body: {} })).status).toBe(403)
    const stranger = await api.signedIn('organization_admin')
    expect((await stranger.call(invites.list, {})).reply.total).toBe(0)
  })

  test('exposes its token only in the e-mail', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const invite = await invited(owner)
    const token = await tokenFor(api, invite.email)
    const kept = await api.db.selectFrom('invites').selectAll().where('id', '=', invite.id).execute()
    const logs = await owner.call(activityLogs.list, { query: { resource_id: invite.id } })
    for (const text of [JSON.stringify(kept), logs.text, JSON.stringify(invite)])
      expect(text).not.toContain(token)
  })
})
