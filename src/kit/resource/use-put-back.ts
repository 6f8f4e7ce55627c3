import { useTranslation } from 'react-i18next'
import { say } from '../toasts.ts'
import { nameIn } from './reference.tsx'
import type { Resource, Row } from './resource.ts'
import { useRestore } from './rows.ts'

/** Puts a removed record back, and says how that went. */
export function usePutBack(of: Resource): (row: Row) => Promise<void> {
  const { t } = useTranslation('kit')
  const { mutateAsync: restore } = useRestore(of)
  return async row => {
    const name = nameIn(of, row)
    try {
      await restore(row)
      say({ tone: 'good', text: t('restore.done', { name }) })
    } catch (error) {
      say({ tone: 'bad', text: t('restore.failed', { name }), detail: (error as Error).message })
    }
  }
}
