import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { may } from '#contract/kit/permissions.ts'
import { useCan, useCurrentUser } from '#kit/current-user.ts'
import { headOf } from '#kit/registry.ts'
import { labelsIn } from '#kit/resource/labels.ts'
import { recordNameQuery } from '#kit/resource/reference.tsx'
import type { ResourceName } from '#kit/resource/resource.ts'
import { recentPaths, recordAt } from '../recent-paths.ts'
import type { Item } from './use-groups.ts'

/**
 * Recently visited screens and records, newest first. Record names are fetched, so deleted and inaccessible records
 * are left out.
 */
export function useRecent(screens: readonly Item[]): Item[] {
  const { t } = useTranslation('resources')
  const { user_id } = useCurrentUser()
  const can = useCan()
  const { pathname } = useLocation()
  const paths = recentPaths(user_id).filter(path => path !== pathname)
  const records = paths.flatMap(path => {
    const record = recordAt(path)
    const area = record && headOf(record.resource)?.area
    return area && can(may(area, 'list')) ? [{ path, ...record }] : []
  })
  const names = useQueries({ queries: records.map(({ resource, id }) => recordNameQuery(resource, id)) })
  return paths.flatMap((path): Item[] => {
    const screen = screens.find(({ key }) => key === path)
    if (screen) return [screen]
    const at = records.findIndex(record => record.path === path)
    const [record, name] = [records[at], names[at]?.data]
    if (!record || !name) return []
    const kind = labelsIn(t, record.resource as ResourceName).text('one')
    return [{ key: path, label: name, kind, act: { to: path } }]
  })
}
