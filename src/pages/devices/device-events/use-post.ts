import { useTranslation } from 'react-i18next'
import { errorDetail } from '#kit/call.ts'
import { toast } from '#kit/toasts.ts'

type Done = 'testEvent.sent' | 'testAlert.sent' | 'profile.sent' | 'wellness.sent'

/** Runs a send action and shows the outcome as a toast. @returns whether it succeeded */
export function usePost() {
  const { t } = useTranslation(['events', 'common'])
  return async (done: Done, post: () => Promise<void>): Promise<boolean> => {
    try {
      await post()
      toast({ tone: 'good', text: t(done) })
      return true
    } catch (error) {
      const message = errorDetail(error) ?? t('common:networkError')
      toast({ tone: 'bad', text: t('failed', { message }) })
      return false
    }
  }
}
