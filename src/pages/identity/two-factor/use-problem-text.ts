import { useTranslation } from 'react-i18next'
import { errorDetail, NetworkError } from '#kit/call.ts'

/** Error text of a failed call: the problem's `detail`, else `failed`; without a response, `unreachable`. */
export function useProblemText(): (error: unknown, failed: string, unreachable?: string) => string {
  const { t } = useTranslation()
  return (error, failed, unreachable = t('networkError')) => {
    if (error instanceof NetworkError) return unreachable
    return errorDetail(error) ?? failed
  }
}
