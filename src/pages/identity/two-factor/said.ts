import { useTranslation } from 'react-i18next'
import { reasonOf, Unreachable } from '#kit/call.ts'

/** What to say of a call that failed: the server's own words, else the given ones; of no answer, that there was none. */
export function useSaid(): (error: unknown, failed: string, unreachable?: string) => string {
  const { t } = useTranslation()
  return (error, failed, unreachable = t('networkError')) => {
    if (error instanceof Unreachable) return unreachable
    return reasonOf(error) ?? failed
  }
}
