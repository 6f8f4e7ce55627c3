import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Import, imports } from '#contract/platform/imports.ts'
import { call } from '../../call.ts'
import { say } from '../../toasts.ts'

/** How often a job at work is looked at, in milliseconds. */
const lookEvery = 500

/** Whether a job of the import is at work. */
export const isAtWork = ({ state }: Import) => state === 'checking' || state === 'applying'

/** An import as it stands, and the way to do something with it. */
export function useImport(id: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const queryKey = ['import', id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(imports.show, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isAtWork(data) && lookEvery,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (send: () => Promise<Import>) => send(),
    onSuccess: file => client.setQueryData(queryKey, file),
    onError: error => say({ tone: 'bad', text: error.message || t('unexpected') }),
  })
  return { query, act: mutate, pending: isPending }
}
