/**
 * Where to go after signing in: the `to` of the address, if it is a path of this console. Anything that a browser
 * would take for another site (`//host`, `/\host`, `javascript:`) and the sign-in screen itself give null.
 */
export function returnPath(to: string | null, origin: string): string | null {
  if (!to?.startsWith('/') || !URL.canParse(to, origin)) return null
  const target = new URL(to, origin)
  if (target.origin !== origin || target.pathname.startsWith('//') || target.pathname === '/login')
    return null
  return target.pathname + target.search + target.hash
}

/** The sign-in address that leads back to where one is. */
export const signInPath = (from?: { pathname: string; search: string; hash: string }) => {
  const to = from && from.pathname + from.search + from.hash
  return to && to !== '/' ? `/login?${new URLSearchParams({ to })}` : '/login'
}
