import { may, type Permission, type Role } from '#contract/kit/permissions.ts'
import { type GroupName, heads } from '#kit/registry.ts'
import { opens, type Screen, type ScreenName, screens } from '#kit/screens.ts'

/** The key of a text, with its namespace. */
type TextKey = string

export interface Entry {
  path: string
  /** Other addresses of the same screen. */
  also: readonly string[]
  label: TextKey
  access: readonly Permission[]
}
export interface Group {
  name: GroupName
  entries: Entry[]
}

const top: readonly ScreenName[] = ['home', 'operations', 'settings']

/** The order within each group; a generated resource that is not named here comes last. */
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
  ],
  emergency: ['emergency', 'alertQueue', '/ladders', 'safetyIncidents', 'deviceEvents', '/devices/coverage'],
  analytics: ['conversationAnalytics', 'usageMetrics'],
  subscriptions: ['subscriptionManagement', 'revenueAnalytics'],
  system: ['twoFactor', '/activity-logs', 'rateLimits', 'translations', 'systemStatus'],
}

const screenEntry = (name: ScreenName): Entry => {
  const { path, also = [], access = [] }: Screen = screens[name]
  return { path, also, access, label: `navigation:screens.${name}` }
}

const doorsOf = (group: GroupName): Entry[] =>
  heads
    .filter(head => head.group === group)
    .flatMap(({ name, path, area, alias }) => {
      const access = [may(area, 'list')]
      const door = { also: [], access }
      const own = { ...door, path, label: `resources:${name}.many` }
      return alias ? [{ ...door, path: alias.path, label: `resources:${name}.${alias.title}` }, own] : [own]
    })

const groupOf = (name: GroupName): Group => {
  const doors = doorsOf(name)
  const named = order[name].flatMap(item =>
    item.startsWith('/') ? doors.filter(({ path }) => path === item) : [screenEntry(item as ScreenName)],
  )
  // A resource whose list is part of a screen is reached by that screen's entry.
  const isNamed = (door: Entry) => named.some(({ path }) => path === door.path)
  return { name, entries: [...named, ...doors.filter(door => !isNamed(door))] }
}

const overview = screenEntry('analytics')
const topEntries = top.map(screenEntry)
const groups = (Object.keys(order) as GroupName[]).map(groupOf)
const everyEntry = [overview, ...topEntries, ...groups.flatMap(({ entries }) => entries)]

/** What a role may reach by the menu. Groups of which it may see nothing are left out. */
export function navigationOf(role: Role) {
  const open = ({ access }: Entry) => opens(role, access)
  return {
    top: topEntries.filter(open),
    groups: groups
      .map(group => ({ ...group, entries: group.entries.filter(open) }))
      .filter(group => group.entries.length > 0),
  }
}

/** Every screen that a role may open by its address alone: the overview and what stands in the menu. */
export function entriesOf(role: Role): Entry[] {
  const { top, groups } = navigationOf(role)
  return [overview, ...top, ...groups.flatMap(({ entries }) => entries)]
}

/** The screen at an address, whoever may open it. */
export const entryAt = (path: string) => everyEntry.find(entry => entry.path === path)

/** Whether an address lies at an entry or below it. */
export const isWithin = (pathname: string, path: string) =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))

/** The entry that an address belongs to, with its group: the longest path wins. */
export function placeOf(pathname: string): { group: GroupName | null; entry: Entry } | undefined {
  const places = [
    ...topEntries.map(entry => ({ group: null, entry })),
    ...groups.flatMap(({ name, entries }) => entries.map(entry => ({ group: name, entry }))),
  ]
  return places
    .filter(({ entry: { path, also } }) => [path, ...also].some(path => isWithin(pathname, path)))
    .sort((one, other) => other.entry.path.length - one.entry.path.length)[0]
}
