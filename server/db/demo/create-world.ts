import { assign } from './assignments.ts'
import { DAY } from './conditions.ts'
import { befriend } from './contacts.ts'
import { equip } from './devices.ts'
import { createOrganizations } from './organizations.ts'
import { populate } from './people.ts'
import type { World } from './world.ts'

type Given = Pick<World, 'random' | 'now' | 'counts' | 'passwordHash'> & {
  /** The others follow on it. */
  firstUserId: number
}

/** Who lives in the demo data, and with what: all that does not grow with the history. */
export function createWorld({ random, now, counts, passwordHash, firstUserId }: Given): World {
  const today = Math.floor(now / DAY) * DAY
  const settlement = createOrganizations(random, counts, today, now)
  const people = populate(random, settlement, counts, { today, firstUserId })
  const assignments = assign(random, people, today)
  const households = settlement.households.map(({ organization }) => organization)
  return {
    random,
    now,
    today,
    counts,
    passwordHash,
    organizations: [settlement.service, ...settlement.providers, ...households],
    people,
    assignments,
    contacts: befriend(random, people, assignments),
    devices: equip(random, people, counts, today),
    traces: { lastLogin: new Map(), lastSeen: new Map(), findings: [] },
  }
}
