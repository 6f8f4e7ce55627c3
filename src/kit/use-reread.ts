import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Reads anew, at once, what is on the screen and follows a resource. */
export function useReread(resource: string): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [kind, , , , follows] }) => kind === 'call' && follows === resource,
      }),
    [queries, resource],
  )
}
