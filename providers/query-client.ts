import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { NetworkError } from '#kit/call.ts'
import { connection } from '#kit/connection.ts'
import { shareStructure } from '#kit/data-age.ts'

const detectConnectionLoss = (error: unknown) => {
  if (error instanceof NetworkError) connection.lost()
}

/** The query cache. It belongs to one user: signing in and out clears it. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: detectConnectionLoss }),
  mutationCache: new MutationCache({ onError: detectConnectionLoss }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      structuralSharing: shareStructure,
      refetchOnWindowFocus: false,
      // `navigator.onLine` says nothing about whether this server is reachable.
      networkMode: 'always',
      // A refused request would be refused again; only retry when there was no response.
      retry: (failures, error) => error instanceof NetworkError && failures < 2,
    },
    mutations: { networkMode: 'always' },
  },
})

connection.onReturn(() => void queryClient.invalidateQueries())
