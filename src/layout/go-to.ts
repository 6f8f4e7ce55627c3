/** The screens that `g` and one more key lead to, by that key. */
export const goTo = {
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

const keyOf = new Map(Object.entries(goTo).map(([key, path]): [string, string] => [path, key]))

/** The strokes that lead to an address, if any do. */
export const keysTo = (path: string): string | undefined => {
  const key = keyOf.get(path)
  return key && `g ${key}`
}
