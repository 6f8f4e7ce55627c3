/**
 * Where to go after sign-in: the URL's `to`, if it is a path of this console. Anything that a browser would resolve
 * to another origin (`//host`, `/\host`, `javascript:`) and the sign-in page itself return null.
 */
export function returnPath(to: string | null, origin: string): string | null {
  if (!to?.startsWith('/') || !URL.canParse(to, origin)) return null
  const target = new URL(to, origin)
  if (target.origin !== origin || target.pathname.startsWith('//') || target.pathname === '/login')
    return null
  return target.pathname + target.search + target.hash
}

/** The sign-in path that leads back to the current location. */
export const signInPath = (from?: { pathname: string; search: string; hash: string }) => {
  const to = from && from.pathname + from.search + from.hash
  return to && to !== '/' ? `/login?${new URLSearchParams({ to })}` : '/login'
}
