import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notifications } from '#contract/alerts/notifications.ts'
import { call } from '#kit/call.ts'
import { toast } from '#kit/toasts.ts'
import { queryKeyOf, useRefetch } from '#kit/use-call.ts'
import { resource, usePolling } from './bell.tsx'

const pageSize = 30

/** The user's notifications, newest first, page by page. */
export function useNotificationPages() {
  const { refetchIntervalMs } = usePolling()
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(notifications.history, { query: { limit: pageSize } }), resource],
    queryFn: ({ pageParam, signal }) =>
      call(notifications.history, {
        query: { limit: pageSize, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ notifications: page }) =>
      page.length < pageSize ? undefined : (page.at(-1)?.id ?? undefined),
    refetchInterval: refetchIntervalMs ?? false,
  })
}

/** Marks notifications as read or unread; a failure is shown. */
export function useMarking(failed: { one: string; all: string }) {
  const refetch = useRefetch(resource)
  const [isMarkingAll, setMarkingAll] = useState(false)
  async function attempt(work: () => Promise<unknown>, text: string) {
    try {
      await work()
      await refetch()
    } catch (error) {
      toast({ tone: 'bad', text, detail: (error as Error).message })
    }
  }
  return {
    isMarkingAll,
    mark: (id: string, isRead: boolean) =>
      attempt(
        () => call(isRead ? notifications.acknowledge : notifications.unacknowledge, { params: { id } }),
        failed.one,
      ),
    /** @param through the newest that is shown */
    async markAll(through: string) {
      setMarkingAll(true)
      await attempt(() => call(notifications.acknowledgeAll, { body: { through } }), failed.all)
      setMarkingAll(false)
    },
  }
}
