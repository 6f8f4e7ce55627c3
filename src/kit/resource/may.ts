import type { Endpoint } from '#contract/kit/endpoint.ts'
import { useCan } from '../caller.ts'

/** Answers, at once, whether the caller may use an endpoint; one that does not exist nobody may. */
export function useMay(): (endpoint: Pick<Endpoint, 'access'> | undefined) => boolean {
  const can = useCan()
  return endpoint => endpoint !== undefined && (typeof endpoint.access === 'string' || can(endpoint.access))
}
