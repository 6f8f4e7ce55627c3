import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Unreachable } from '#kit/call.ts'
import { connection } from '#kit/connection.ts'

const noteLoss = (error: unknown) => {
  if (error instanceof Unreachable) connection.lost()
}

/** The cache of everything read. It belongs to one person: signing in and out clears it. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noteLoss }),
  mutationCache: new MutationCache({ onError: noteLoss }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      // The browser's own idea of being online says nothing about a server on this machine.
      networkMode: 'always',
      // What the server refused it refuses again; what never reached it may reach it now.
      retry: (failures, error) => error instanceof Unreachable && failures < 2,
    },
    mutations: { networkMode: 'always' },
  },
})

connection.onReturn(() => void queries.invalidateQueries())
