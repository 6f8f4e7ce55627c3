import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useCurrentUser } from '#kit/current-user.ts'
import { headOf, heads } from '#kit/registry.ts'
import { entryAt } from './navigation.ts'

const maxPaths = 9

const keyOf = (userId: number) => `recent:${userId}`

/** The resource and id of a record's path. */
export function recordAt(path: string): { resource: string; id: string } | undefined {
  const [list, id] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]
  const head = heads.find(({ path }) => path === list)
  return head && id !== 'create' ? { resource: head.name, id } : undefined
}

/** The path of a record; undefined if the console has none. */
export const recordPath = (resource: string, id: string) => {
  const head = headOf(resource)
  return head && `${head.path}/${id}`
}

/** Recently visited paths, newest first. Stores no names. */
export function recentPaths(userId: number): string[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as string[]
  } catch {
    return []
  }
}

/** Records visited paths on this device. */
export function useRecentPaths(): void {
  const { user_id } = useCurrentUser()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!entryAt(pathname) && !recordAt(pathname)) return
    const paths = [pathname, ...recentPaths(user_id).filter(path => path !== pathname)]
    localStorage.setItem(keyOf(user_id), JSON.stringify(paths.slice(0, maxPaths)))
  }, [user_id, pathname])
}
