import { DAY } from './conditions.ts'
import { filling, type Row } from './copy.ts'
import { type Random, uuidv7 } from './random.ts'
import type { Organization, Person, World } from './world.ts'

const randomBytes = (random: Random) =>
  `\\x${Array.from({ length: 8 }, () => random.bits().toString(16).padStart(8, '0')).join('')}`

export const inviteRows = filling(
  'invites',
  ['id', 'organization_id', 'email', 'role', 'token_hash', 'invited_by', 'created_at', 'expires_at'],
  function* (world: World): Generator<Row> {
    const admins = new Map<Organization, Person>(
      world.people
        .filter(({ role }) => role === 'organization_admin' || role === 'admin')
        .map(person => [person.organization, person]),
    )
    for (const { organization, role, email, status, since } of world.people) {
      const invitedBy = admins.get(organization)
      if (status !== 'invited' || email === null || !invitedBy) continue
      const draws = world.random.fork('invite', email)
      const createdAt = Math.max(since, world.today - draws.int(1, 20) * DAY)
      yield [
        uuidv7(createdAt, draws),
        organization.id,
        email,
        role,
        randomBytes(draws),
        invitedBy.id,
        new Date(createdAt),
        new Date(createdAt + 7 * DAY),
      ]
    }
  },
)
