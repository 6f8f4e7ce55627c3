import { may, type Permission, type Role } from '#contract/kit/permissions.ts'
import { type GroupName, heads } from '#kit/registry.ts'
import { canOpen, type Screen, type ScreenName, screens } from '#kit/screens.ts'

/** A text key with its namespace. */
type TextKey = string

export interface Entry {
  path: string
  /** Alternative paths. */
  aliases: readonly string[]
  label: TextKey
  access: readonly Permission[]
}
export interface Group {
  name: GroupName
  entries: Entry[]
}

const top: readonly ScreenName[] = ['home', 'operations', 'settings']

/** Order within each group; generated resources that are not listed come last. */
const order: Record<GroupName, readonly (ScreenName | `/${string}`)[]> = {
  sessions: ['activeSessions', 'sessionHistory', 'languageConfig'],
  users: [
    'care',
    'family',
    '/users/travelers',
    '/users/admins',
    '/users/elderly',
    '/users/caregivers',
    '/users/family',
    '/users/organizations',
    '/devices',
    '/assignments',
    '/invites',
    '/users/provisioned-groups',
  ],
  emergency: [
    'emergency',
    'alertQueue',
    '/ladders',
    '/on-call',
    'myShifts',
    'safetyIncidents',
    'turnReviews',
    'deviceEvents',
    '/devices/coverage',
  ],
  analytics: [
    'conversationAnalytics',
    'usageMetrics',
    '/reports',
    '/report-deliveries',
    '/figure-rules',
    '/figure-rule-changes',
    '/figure-rule-notices',
  ],
  subscriptions: ['subscriptionManagement', 'revenueAnalytics', 'revenueCohorts'],
  system: [
    'twoFactor',
    'accessReview',
    '/activity-logs',
    'rateLimits',
    'translations',
    '/glossary',
    'systemStatus',
  ],
}

const screenEntry = (name: ScreenName): Entry => {
  const { path, aliases = [], access = [] }: Screen = screens[name]
  return { path, aliases, access, label: `navigation:screens.${name}` }
}

const resourceEntries = (group: GroupName): Entry[] =>
  heads
    .filter(head => head.group === group)
    .flatMap(({ name, path, area, alias }) => {
      const access = [may(area, 'list')]
      const door = { aliases: [], access }
      const own = { ...door, path, label: `resources:${name}.many` }
      return alias ? [{ ...door, path: alias.path, label: `resources:${name}.${alias.title}` }, own] : [own]
    })

const groupOf = (name: GroupName): Group => {
  const doors = resourceEntries(name)
  const named = order[name].flatMap(item =>
    item.startsWith('/') ? doors.filter(({ path }) => path === item) : [screenEntry(item as ScreenName)],
  )
  // A resource whose list is embedded in a screen is reached by that screen's entry.
  const isNamed = (door: Entry) => named.some(({ path }) => path === door.path)
  return { name, entries: [...named, ...doors.filter(door => !isNamed(door))] }
}

const overview = screenEntry('analytics')
const topEntries = top.map(screenEntry)
const groups = (Object.keys(order) as GroupName[]).map(groupOf)
const allEntries = [overview, ...topEntries, ...groups.flatMap(({ entries }) => entries)]

/** The navigation of a role, without empty groups. */
export function navigationOf(role: Role) {
  const open = ({ access }: Entry) => canOpen(role, access)
  return {
    top: topEntries.filter(open),
    groups: groups
      .map(group => ({ ...group, entries: group.entries.filter(open) }))
      .filter(group => group.entries.length > 0),
  }
}

/** All screens that a role can open by path: the overview and the navigation. */
export function entriesOf(role: Role): Entry[] {
  const { top, groups } = navigationOf(role)
  return [overview, ...top, ...groups.flatMap(({ entries }) => entries)]
}

/** The entry at a path, regardless of permission. */
export const entryAt = (path: string) => allEntries.find(entry => entry.path === path)

/** Whether a path equals another or is below it. */
export const isAtOrBelow = (pathname: string, path: string) =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))

/** The entry that a path belongs to, with its group: the longest match wins. */
export function locate(pathname: string): { group: GroupName | null; entry: Entry } | undefined {
  const places = [
    ...topEntries.map(entry => ({ group: null, entry })),
    ...groups.flatMap(({ name, entries }) => entries.map(entry => ({ group: name, entry }))),
  ]
  return places
    .filter(({ entry: { path, aliases } }) => [path, ...aliases].some(path => isAtOrBelow(pathname, path)))
    .sort((one, other) => other.entry.path.length - one.entry.path.length)[0]
}

/** Screens by the key that follows `g`. */
export const goToKeys = {
  o: '/analytics',
  h: '/',
  a: '/users/admins',
  p: '/users/elderly',
  c: '/users/caregivers',
  f: '/users/family',
  n: '/users/organizations',
  d: '/devices',
  m: '/emergency',
  q: '/emergency/queue',
  s: '/settings',
  l: '/activity-logs',
} as const

const keyOf = new Map(Object.entries(goToKeys).map(([key, path]): [string, string] => [path, key]))

/** The shortcut that opens a path, if any. */
export const shortcutTo = (path: string): string | undefined => {
  const key = keyOf.get(path)
  return key && `g ${key}`
}
