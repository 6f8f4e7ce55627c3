import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { type ListPreferences, lists, type SavedView } from '#contract/platform/lists.ts'
import { call } from '../../call.ts'
import { useCurrentUser } from '../../current-user.ts'
import { toast } from '../../toasts.ts'

type Settings = ReplyOf<typeof lists.show>

const defaultSettings: Settings = {
  preferences: { columns: null, density: 'compact', widths: {}, pinned: [], default_view: null },
  views: [],
}

/** Cached settings of this device, so that the list does not change once the server answers. */
function remembered(key: string): Settings | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

type Preferences = Readonly<Omit<ListPreferences, 'columns' | 'pinned'>> & {
  readonly columns: readonly string[] | null
  readonly pinned: readonly string[]
}

export interface ListSettings {
  preferences: Preferences
  /** The user's own views, then shared ones. */
  views: readonly SavedView[]
  /** False until the server or the cache has answered. */
  known: boolean
  /** Changes preferences optimistically. */
  prefer: (part: Partial<Preferences>) => void
  /**
   * Saves a view, replacing the user's own view of that name.
   * @throws when the server refuses
   */
  save: (view: { name: string; search: string; shared?: boolean }) => Promise<SavedView>
  /** @throws when the server refuses */
  change: (id: string, part: Partial<Pick<SavedView, 'name' | 'shared'>>) => Promise<void>
  /** @throws when the server refuses */
  remove: (id: string) => Promise<void>
}

/** The user's list preferences and saved views, stored on the server. */
export function useListSettings(resource: string): ListSettings {
  const { t } = useTranslation('kit')
  const { user_id } = useCurrentUser()
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
  const { views, ...stored } = data ?? defaultSettings
  // What is remembered may lack what is new.
  const preferences = { ...defaultSettings.preferences, ...stored.preferences }
  useEffect(() => {
    if (data) localStorage.setItem(memory, JSON.stringify(data))
  }, [memory, data])

  const updateCache = (change: (settings: Settings) => Settings) =>
    client.setQueryData<Settings>(queryKey, (settings = defaultSettings) => change(settings))
  const invalidate = () => client.invalidateQueries({ queryKey })

  async function prefer({ columns, pinned, ...others }: Partial<Preferences>) {
    const part = {
      ...others,
      ...(columns !== undefined && { columns: columns && [...columns] }),
      ...(pinned && { pinned: [...pinned] }),
    }
    await client.cancelQueries({ queryKey })
    updateCache(({ preferences, views }) => ({ preferences: { ...preferences, ...part }, views }))
    try {
      await call(lists.prefer, { params: { list: resource }, body: part, keepalive: true })
    } catch {
      toast({ tone: 'bad', text: t('list.preferFailed') })
    }
  }

  return {
    preferences,
    views,
    known: data !== undefined,
    prefer: part => void prefer(part),
    async save({ shared = false, ...view }) {
      const { views: present } = client.getQueryData<Settings>(queryKey) ?? defaultSettings
      const same = present.find(({ name, own }) => own && name.toLowerCase() === view.name.toLowerCase())
      const saved = same
        ? await call(lists.changeView, { params: { list: resource, id: same.id }, body: view })
        : await call(lists.saveView, { params: { list: resource }, body: { ...view, shared } })
      await invalidate()
      return saved
    },
    async change(id, part) {
      await call(lists.changeView, { params: { list: resource, id }, body: part })
      await invalidate()
    },
    async remove(id) {
      await call(lists.removeView, { params: { list: resource, id } })
      await invalidate()
    },
  }
}
