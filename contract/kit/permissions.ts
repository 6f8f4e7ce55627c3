/**
 * The permission table, the single source of permissions. The server enforces it on every endpoint; the console
 * checks it before showing a route, button or field. Anything not granted is denied.
 */

export const roles = [
  'super_admin',
  'admin',
  'operator',
  'analyst',
  'translator',
  'organization_admin',
  'caregiver',
  'family_member',
  'elderly_user',
] as const
export type Role = (typeof roles)[number]
/** A person's role, or that of a program, to which the table grants nothing. */
export type CallerRole = Role | 'api_key' | 'provisioner'

/** Roles of the service's own staff, who see every organization. */
export const staffRoles: readonly Role[] = ['super_admin', 'admin', 'operator', 'analyst', 'translator']

/**
 * Roles that a customer's identity provider may assign, from most to least rights. Elderly users are not accounts of
 * the customer's own directory.
 */
export const provisionedRoles = ['organization_admin', 'caregiver', 'family_member'] as const
export type ProvisionedRole = (typeof provisionedRoles)[number]

/**
 * w: read and write · r: read · o/: own organization · a/: people assigned to the caller · s: the caller only ·
 * –: nothing · ¹: without personal data · +action, -action: adds or removes an action · -text: transcripts hidden
 */
// biome-ignore format: keeps the columns of the table aligned
const table = {
  //                   super_admin  admin        operator  analyst     translator  organization_admin  caregiver      family_member       elderly_user
  admins:             ['w',         'w',         'r',      'r¹',       '–',        'o/w',              '–',           '–',                '–'],
  organizations:      ['w',         'w',         'r',      'r',        '–',        'o/w -create -delete',              'o/r',         'o/r',              'o/r'],
  elderly:            ['w',         'w',         'w',      'r¹',       '–',        'o/w',              'a/w',         'a/r',              's'],
  care_team:          ['w',         'w',         'r',      'r¹',       '–',        'o/w',              'a/r',         'a/r',              'a/r'],
  care:               ['w',         'w',         'w',      '–',        '–',        'o/w',              'a/w',         'a/w',              's'],
  consent:            ['w',         'w',         'r',      '–',        '–',        'o/w',              'a/r',         'a/r',              's'],
  devices:            ['w',         'w',         'w',      'r',        '–',        'o/w',              'a/r',         'a/r',              's'],
  alerts:             ['w',         'w',         'w',      'r¹',       '–',        'o/w',              'a/w',         'a/r +trigger',     's +trigger'],
  on_call:            ['w',         'w',         'r',      '–',        '–',        'o/w',              's -create -update -delete', 's -create -update -delete', '–'],
  alert_exclusions:   ['w',         'w',         'w',      '–',        '–',        '–',                '–',           '–',                '–'],
  turn_reviews:       ['w',         'w +approve','w',      '–',        '–',        '–',                '–',           '–',                '–'],
  conversations:      ['w',         'w',         'w',      'r -text',  '–',        'o/r',              'a/r',         'a/r',              's'],
  analytics:          ['r',         'r',         'r',      'r',        '–',        'o/r',              '–',           '–',                '–'],
  revenue:            ['w',         'w',         '–',      'r',        '–',        '–',                '–',           '–',                '–'],
  reports:            ['w',         'w',         's',      's',        '–',        'o/w',              '–',           '–',                '–'],
  figure_rules:       ['w',         'w',         's',      's',        '–',        'o/w',              '–',           '–',                '–'],
  own_subscription:   ['–',         '–',         '–',      '–',        '–',        'o/w',              '–',           '–',                '–'],
  voice_settings:     ['w',         'w',         'r',      'r',        'r',        '–',                '–',           '–',                '–'],
  activity_logs:      ['r',         'r',         'r',      '–',        '–',        'o/r',              '–',           '–',                '–'],
  monitoring:         ['r',         'r',         'r',      '–',        '–',        '–',                '–',           '–',                '–'],
  api_keys:           ['w',         'w',         '–',      '–',        '–',        'o/w',              '–',           '–',                '–'],
  webhooks:           ['w',         'w',         '–',      '–',        '–',        'o/w',              '–',           '–',                '–'],
  single_sign_on:     ['w',         'w',         '–',      '–',        '–',        'o/w',              '–',           '–',                '–'],
  access_review:      ['w',         'w',         '–',        '–',        '–',        'o/w',              '–',           '–',                '–'],
  translations:       ['w',         'w +approve','–',      '–',        'w',        '–',                '–',           '–',                '–'],
  glossary:           ['w',         'w',         '–',      '–',        'r',        '–',                '–',           '–',                '–'],
  account:            ['s',         's',         's',      's',        's',        's',                's',           's',                's'],
} as const satisfies Record<string, readonly string[]>

export type Area = keyof typeof table
export const areas = Object.keys(table) as Area[]

const writes = ['create', 'update', 'delete'] as const
const reads = ['list', 'show'] as const
export const actions = [...reads, ...writes, 'trigger', 'approve'] as const
export type Action = (typeof actions)[number]

/** The permission that an endpoint requires. */
export interface Permission {
  area: Area
  action: Action
}
export const may = (area: Area, action: Action): Permission => ({ area, action })

/** Row scope: all rows, those of the organization, of assigned people, or the caller's own. */
export type Reach = 'all' | 'organization' | 'assigned' | 'self'

/** What a caller may do with the rows of an area. */
export interface Grant {
  reach: Reach
  /** Whether phone, address, e-mail and health data are visible. */
  personal: boolean
  /** Whether transcripts are visible. */
  text: boolean
}

/** Scopes of API keys. An endpoint without a scope is closed to all keys. */
export const scopes = [
  'devices:read',
  'devices:write',
  'devices:manage',
  'device-events:write',
  'alerts:write',
  'profiles:write',
  'wellness:write',
  'translation-sessions:write',
  'analytics:read',
  'scim',
] as const
export type Scope = (typeof scopes)[number]

/** The grant of an API key with the required scope: its own organization, without personal data. */
export const programGrant = (ofService: boolean): Grant => ({
  reach: ofService ? 'all' : 'organization',
  personal: false,
  text: false,
})

const reachOf: Record<string, Reach> = { o: 'organization', a: 'assigned', s: 'self' }

/** The caller's grant for a permission, or null if denied. */
export function grant(role: CallerRole, { area, action }: Permission): Grant | null {
  const [right = '–', ...also] = (table[area][roles.indexOf(role as Role)] ?? '–').split(' ')
  const mayWrite = right === 's' || right.includes('w')
  const allowed =
    right !== '–' &&
    !also.includes(`-${action}`) &&
    ((reads as readonly string[]).includes(action) ||
      ((writes as readonly string[]).includes(action) && mayWrite) ||
      (action === 'trigger' && mayWrite) ||
      (action === 'approve' && role === 'super_admin') ||
      also.includes(`+${action}`))
  if (!allowed) return null
  return {
    reach: reachOf[right.charAt(0)] ?? 'all',
    personal: !right.includes('¹'),
    text: !also.includes('-text'),
  }
}

export const can = (role: CallerRole, permission: Permission) => grant(role, permission) !== null

/**
 * Roles that a caller may assign or manage: never above their own. Only a super admin creates super admins, an
 * operator manages elderly users only, a customer's admin only the customer's roles, and an identity provider only
 * those of accounts in its directory.
 */
export function canAssignRole(actor: CallerRole, role: Role): boolean {
  if (actor === 'super_admin') return true
  if (actor === 'admin') return role !== 'super_admin'
  if (actor === 'operator') return role === 'elderly_user'
  if (actor === 'provisioner') return (provisionedRoles as readonly Role[]).includes(role)
  return actor === 'organization_admin' && !staffRoles.includes(role)
}
