import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { type ListPreferences, lists, type SavedView } from '#contract/platform/lists.ts'
import { call } from '../../call.ts'
import { useCaller } from '../../caller.ts'
import { say } from '../../toasts.ts'

type Settings = ReplyOf<typeof lists.show>

const standard: Settings = {
  preferences: { columns: null, density: 'compact', default_view: null },
  views: [],
}

/** What this device remembers of the server's answer, so that a list need not change once that is there. */
function remembered(key: string): Settings | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

type Liked = Readonly<Omit<ListPreferences, 'columns'>> & { readonly columns: readonly string[] | null }

export interface ListSettings {
  preferences: Liked
  /** The person's own views, then those that others share. */
  views: readonly SavedView[]
  /** False as long as neither the server nor this device has said how the list is liked. */
  known: boolean
  /** Changes preferences, here at once and then on the server. */
  prefer: (part: Partial<Liked>) => void
  /** Saves a view; one of the person's own that has the name is replaced. @throws what the server refused. */
  save: (view: { name: string; search: string; shared?: boolean }) => Promise<SavedView>
  /** @throws what the server refused. */
  change: (id: string, part: Partial<Pick<SavedView, 'name' | 'shared'>>) => Promise<void>
  /** @throws what the server refused. */
  remove: (id: string) => Promise<void>
}

/** How the signed-in person likes the list of a resource, and the views of it that are kept: the server holds both. */
export function useListSettings(resource: string): ListSettings {
  const { t } = useTranslation('kit')
  const { user_id } = useCaller()
  const client = useQueryClient()
  const memory = `list:${user_id}:${resource}`
  const queryKey = ['list-settings', resource]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(lists.show, { params: { list: resource }, signal }),
    initialData: () => remembered(memory),
    initialDataUpdatedAt: 0,
    staleTime: 60_000,
  })
  const { preferences, views } = data ?? standard
  useEffect(() => {
    if (data) localStorage.setItem(memory, JSON.stringify(data))
  }, [memory, data])

  const become = (change: (settings: Settings) => Settings) =>
    client.setQueryData<Settings>(queryKey, (settings = standard) => change(settings))
  const reread = () => client.invalidateQueries({ queryKey })

  async function prefer({ columns, ...others }: Partial<Liked>) {
    const part = { ...others, ...(columns !== undefined && { columns: columns && [...columns] }) }
    await client.cancelQueries({ queryKey })
    become(({ preferences, views }) => ({ preferences: { ...preferences, ...part }, views }))
    try {
      await call(lists.prefer, { params: { list: resource }, body: part })
    } catch {
      say({ tone: 'bad', text: t('list.preferFailed') })
    }
  }

  return {
    preferences,
    views,
    known: data !== undefined,
    prefer: part => void prefer(part),
    async save({ shared = false, ...view }) {
      const { views: present } = client.getQueryData<Settings>(queryKey) ?? standard
      const same = present.find(({ name, own }) => own && name.toLowerCase() === view.name.toLowerCase())
      const saved = same
        ? await call(lists.changeView, { params: { list: resource, id: same.id }, body: view })
        : await call(lists.saveView, { params: { list: resource }, body: { ...view, shared } })
      await reread()
      return saved
    },
    async change(id, part) {
      await call(lists.changeView, { params: { list: resource, id }, body: part })
      await reread()
    },
    async remove(id) {
      await call(lists.removeView, { params: { list: resource, id } })
      await reread()
    },
  }
}
