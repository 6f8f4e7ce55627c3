import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint, ReplyOf } from '#contract/kit/endpoint.ts'
import { urlOf } from '#contract/kit/wire.ts'
import { type CallOptions, call } from './call.ts'
import { earlyReply } from './early-responses.ts'

/** Refetching: interval in milliseconds, or omitted to fetch once. */
export interface RefetchOptions {
  refetchIntervalMs?: number
  enabled?: boolean
  /** Whether to refetch while the tab is hidden. */
  inBackground?: boolean
  /** The resource whose live changes invalidate the query. */
  resource?: string
}

/** Query key of a call; queries tied to a resource append its name. */
export const queryKeyOf = <E extends Endpoint>(
  endpoint: E,
  options: Omit<CallOptions<E>, 'signal' | 'ifMatch' | 'once'> = {},
) => ['call', endpoint.method, endpoint.path, options]

/**
 * Queries an endpoint: `const violations = useCall(rateLimits.violations, { query: { limit: 50 } }, {
 * refetchIntervalMs: 30_000 })`.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  options: Omit<CallOptions<E>, 'signal' | 'ifMatch' | 'once'> = {},
  { refetchIntervalMs, enabled = true, inBackground = false, resource }: RefetchOptions = {},
): UseQueryResult<ReplyOf<E>> {
  return useQuery({
    queryKey: resource ? [...queryKeyOf(endpoint, options), resource] : queryKeyOf(endpoint, options),
    queryFn: ({ signal }) => call(endpoint, { ...options, signal } as CallOptions<E>),
    ...earlyReply(
      () => urlOf(endpoint, options),
      reply => reply as ReplyOf<E>,
    ),
    enabled,
    ...(refetchIntervalMs && {
      refetchInterval: refetchIntervalMs,
      refetchIntervalInBackground: inBackground,
    }),
  })
}

/** Refetches the visible queries tied to a resource. */
export function useRefetch(resource: string): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [kind, , , , queried] }) => kind === 'call' && queried === resource,
      }),
    [queries, resource],
  )
}
