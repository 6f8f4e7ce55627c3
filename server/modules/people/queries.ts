import { sql } from 'kysely'
import { RoleName } from '#contract/kit/fields.ts'
import type { Role } from '#contract/kit/permissions.ts'
import { Admin, adminRoles, admins } from '#contract/people/admins.ts'
import type { carerRoles } from '#contract/people/assignments.ts'
import { caregivers, family } from '#contract/people/carers.ts'
import { ElderlyPerson, elderly } from '#contract/people/elderly.ts'
import { Organization, organizations } from '#contract/people/organizations.ts'
import { Person, PersonRole } from '#contract/people/people.ts'
import { Profile, profile } from '#contract/people/profile.ts'
import { serviceOrganization } from '#server/kit/audit.ts'
import { Problem } from '#server/kit/problem.ts'
import { table } from '#server/kit/table/table.ts'
import { validatePerson } from './rules.ts'

/** Erased people are never listed and cannot be restored. */
const isNotErased = sql<boolean>`erased_at is null`

/**
 * Accounts also log changes, and people can get another role. Signing in and accepting an invitation change the other two
 * fields.
 */
const history = {
  types: ['admins', 'caregivers', 'family', 'elderly', 'account'],
  unlogged: ['status', 'last_login'],
  // Written with the account, or without anyone's doing.
  parts: [
    'profiles',
    'past_medications',
    'past_time_zones',
    'settings',
    'mailed_tokens',
    'guesses',
    'sync_heads',
    'sync_changes',
  ],
  columns: { role: RoleName },
}

/** Common table options for lists of people. @param role for a list of a single role */
const personTableOptions = (role?: Role) =>
  ({
    table: 'people',
    removal: { markedBy: 'deleted_at', isShown: false },
    check: validatePerson(role),
    history,
  }) as const

/** Common table options for lists of carers. */
const careTeamTableOptions = (role: (typeof carerRoles)[number]) =>
  ({
    ...personTableOptions(role),
    owner: { organization: 'organization_id', caregiver: 'id' },
    where: sql<boolean>`role = ${sql.lit(role)} and ${isNotErased}`,
    also: {
      elderly_user_id: (keys: string[]) =>
        sql<boolean>`id in (select caregiver_id from assigned_people where ended_at is null
          and (elderly_id::text = any(${keys}) or elderly_user_id::text = any(${keys})))`,
    },
  }) as const

/** People of any role. */
export const personTable = table({
  ...personTableOptions(),
  resource: 'admins',
  schema: PersonRole,
  list: admins.list,
  owner: { organization: 'organization_id' },
  where: isNotErased,
})

/** Staff of the service and admins of customer organizations. */
export const adminTable = table({
  ...personTableOptions(),
  resource: 'admins',
  schema: Admin,
  list: admins.list,
  owner: { organization: 'organization_id' },
  where: sql<boolean>`role = any(${sql.lit(`{${adminRoles.join(',')}}`)}) and ${isNotErased}`,
})

export const caregiverTable = table({
  ...careTeamTableOptions('caregiver'),
  resource: 'caregivers',
  schema: Person,
  list: caregivers.list,
})

export const familyTable = table({
  ...careTeamTableOptions('family_member'),
  resource: 'family',
  schema: Person,
  list: family.list,
})

export const elderlyTable = table({
  ...personTableOptions('elderly_user'),
  view: 'elderly_people',
  sideTable: {
    table: 'profiles',
    key: 'person_id',
    columns: ['preferred_name', 'notes', 'conditions', 'medications'],
  },
  resource: 'elderly',
  schema: ElderlyPerson,
  history: { ...history, matches: ({ role }) => role === undefined || role === 'elderly_user' },
  list: elderly.list,
  owner: { organization: 'organization_id', person: 'id' },
  also: {
    caregiver_id: keys => sql<boolean>`id in (select elderly_id from assigned_people where ended_at is null
      and (caregiver_id::text = any(${keys}) or caregiver_user_id::text = any(${keys})))`,
  },
})

/** Read-only: profiles are written through the elderly users' table. */
export const profileTable = table({
  ...personTableOptions('elderly_user'),
  view: 'elderly_people',
  resource: 'profiles',
  schema: Profile,
  list: profile.list,
  owner: { organization: 'organization_id', person: 'id' },
  isUnsearchable: true,
})

export const organizationTable = table({
  table: 'organizations',
  resource: 'organizations',
  schema: Organization,
  list: organizations.list,
  owner: { organization: 'id' },
  removal: { markedBy: 'deleted_at', isShown: false },
  history: { unlogged: [] },
  check(_call, row, before, act) {
    if (before?.id === serviceOrganization && (act === 'delete' || 'status' in row || 'kind' in row)) {
      throw new Problem(409, 'The service organization can’t be closed, deleted or changed to another type', {
        code: 'serviceOrganization',
      })
    }
    if (row.kind === 'service' && before?.kind !== 'service')
      throw new Problem(409, 'A service organization already exists')
  },
})
