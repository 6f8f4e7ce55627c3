/**
 * Who may do what. This table is the only place that says so: the server enforces it on every endpoint,
 * the console asks it before it shows a route, a button or a field. What is not granted is denied.
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
/** Who a caller is: a person of a role, or a program with an API key, whom the table below grants nothing. */
export type CallerRole = Role | 'api_key'

/** Staff work for the service itself and see every organization. */
export const staffRoles: readonly Role[] = ['super_admin', 'admin', 'operator', 'analyst', 'translator']

/**
 * w read and write · r read · o/ own organization · a/ people assigned to the caller · s the caller alone ·
 * – nothing · ¹ without phone, address, e-mail and health fields · +word one more act · -word one act less · -text transcripts hidden
 */
// biome-ignore format: a table is read by its columns
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
  conversations:      ['w',         'w',         'w',      'r -text',  '–',        'o/r',              'a/r',         'a/r',              's'],
  analytics:          ['r',         'r',         'r',      'r',        '–',        'o/r',              '–',           '–',                '–'],
  revenue:            ['w',         'w',         '–',      'r',        '–',        '–',                '–',           '–',                '–'],
  own_subscription:   ['–',         '–',         '–',      '–',        '–',        'o/w',              '–',           '–',                '–'],
  voice_settings:     ['w',         'w',         'r',      'r',        'r',        '–',                '–',           '–',                '–'],
  activity_logs:      ['r',         'r',         'r',      '–',        '–',        'o/r',              '–',           '–',                '–'],
  monitoring:         ['r',         'r',         'r',      '–',        '–',        '–',                '–',           '–',                '–'],
  api_keys:           ['w',         'w',         '–',      '–',        '–',        'o/w',              '–',           '–',                '–'],
  translations:       ['w',         'w +approve','–',      '–',        'w',        '–',                '–',           '–',                '–'],
  account:            ['s',         's',         's',      's',        's',        's',                's',           's',                's'],
} as const satisfies Record<string, readonly string[]>

export type Area = keyof typeof table
export const areas = Object.keys(table) as Area[]

const writes = ['create', 'update', 'delete'] as const
const reads = ['list', 'show'] as const
export const actions = [...reads, ...writes, 'trigger', 'approve'] as const
export type Action = (typeof actions)[number]

/** What an endpoint asks for. */
export interface Permission {
  area: Area
  action: Action
}
export const may = (area: Area, action: Action): Permission => ({ area, action })

/** Which rows a caller reaches: all, those of their organization, of the people assigned to them, or their own. */
export type Reach = 'all' | 'organization' | 'assigned' | 'self'

/** What a caller may do with an area's rows. */
export interface Grant {
  reach: Reach
  /** Whether phone, address, e-mail and health fields are shown. */
  personal: boolean
  /** Whether what people said is shown. */
  text: boolean
}

/** What an API key may be allowed; an endpoint that names none of them is closed to every key. */
export const scopes = [
  'devices:read',
  'devices:write',
  'device-events:write',
  'alerts:write',
  'profiles:write',
  'wellness:write',
  'translation-sessions:write',
] as const
export type Scope = (typeof scopes)[number]

/** What a program may do where its key has the scope: nothing that is personal, and in its own organization alone. */
export const programGrant = (ofService: boolean): Grant => ({
  reach: ofService ? 'all' : 'organization',
  personal: false,
  text: false,
})

const reachOf: Record<string, Reach> = { o: 'organization', a: 'assigned', s: 'self' }

/** The caller's grant for a permission, or null when the table denies it. */
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
 * Which roles a caller may hand out or act upon: nobody reaches above themself, only a super admin makes another,
 * an operator looks after elderly users alone, and a customer's admin stays among the customer's roles.
 */
export function canAssignRole(actor: CallerRole, role: Role): boolean {
  if (actor === 'super_admin') return true
  if (actor === 'admin') return role !== 'super_admin'
  if (actor === 'operator') return role === 'elderly_user'
  return actor === 'organization_admin' && !staffRoles.includes(role)
}
