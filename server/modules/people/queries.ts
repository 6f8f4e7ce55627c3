import { sql } from 'kysely'
import type { Role } from '#contract/kit/permissions.ts'
import { admins } from '#contract/people/admins.ts'
import type { carerRoles } from '#contract/people/assignments.ts'
import { PersonRole } from '#contract/people/people.ts'
import { table } from '#server/kit/table/table.ts'
import { checkPerson } from './rules.ts'

/** Erased people are never listed and cannot be restored. */
export const unerased = sql<boolean>`erased_at is null`

/** Common table options for lists of people. @param role for a list of a single role */
export const peopleFacts = (role?: Role) =>
  ({
    table: 'people',
    removal: { markedBy: 'deleted_at', isShown: false },
    check: checkPerson(role),
  }) as const

/** Common table options for lists of carers. */
export const careTeamFacts = (role: (typeof carerRoles)[number]) =>
  ({
    ...peopleFacts(role),
    owner: { organization: 'organization_id', carer: 'id' },
    where: sql<boolean>`role = ${sql.lit(role)} and ${unerased}`,
    also: {
      elderly_user_id: (keys: string[]) =>
        sql<boolean>`id in (select caregiver_id from assigned_people where ended_at is null
          and (elderly_id::text = any(${keys}) or elderly_user_id::text = any(${keys})))`,
    },
  }) as const

/** People of any role. */
export const personTable = table({
  ...peopleFacts(),
  resource: 'admins',
  schema: PersonRole,
  list: admins.list,
  owner: { organization: 'organization_id' },
  where: unerased,
})
