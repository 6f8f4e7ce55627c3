import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Endpoint, ReplyOf } from '#contract/kit/endpoint.ts'
import { call, type Given } from './call.ts'

/** How a reading stays fresh: the milliseconds between two fetches, or nothing to fetch once. */
export interface Freshness {
  every?: number
  enabled?: boolean
  /** Whether it stays fresh while nobody looks at the tab. */
  unseen?: boolean
  /** The resource whose live changes make the reading old. */
  follows?: string
}

/** By what a reading is kept that follows no resource, and what the key of one that does begins with. */
export const keyOf = <E extends Endpoint>(
  endpoint: E,
  given: Omit<Given<E>, 'signal' | 'ifMatch' | 'once'> = {},
) => ['call', endpoint.method, endpoint.path, given]

/** Reads by endpoint value: `const violations = useCall(rateLimits.violations, { query: { limit: 50 } }, { every: 30_000 })`. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  given: Omit<Given<E>, 'signal' | 'ifMatch' | 'once'> = {},
  { every, enabled = true, unseen = false, follows }: Freshness = {},
): UseQueryResult<ReplyOf<E>> {
  return useQuery({
    queryKey: follows ? [...keyOf(endpoint, given), follows] : keyOf(endpoint, given),
    queryFn: ({ signal }) => call(endpoint, { ...given, signal } as Given<E>),
    enabled,
    ...(every && { refetchInterval: every, refetchIntervalInBackground: unseen }),
  })
}
