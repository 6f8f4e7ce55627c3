import { useQueryClient } from '@tanstack/react-query'
import { subscriptions } from '#contract/billing/subscriptions.ts'

/** Invalidates all subscription queries. */
export function useRefresh() {
  const queries = useQueryClient()
  const read = [subscriptions.current, subscriptions.usage, subscriptions.invoices, subscriptions.overview]
  return () =>
    Promise.all(
      read.map(({ method, path }) => queries.invalidateQueries({ queryKey: ['call', method, path] })),
    )
}
