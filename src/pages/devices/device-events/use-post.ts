import { useTranslation } from 'react-i18next'
import { reasonOf } from '#kit/call.ts'
import { say } from '#kit/toasts.ts'

type Done = 'testEvent.sent' | 'testAlert.sent' | 'profile.sent' | 'wellness.sent'

/** Does what sends something, and says how it went in the words of the feed. @returns whether it went well. */
export function usePost() {
  const { t } = useTranslation(['events', 'common'])
  return async (done: Done, post: () => Promise<void>): Promise<boolean> => {
    try {
      await post()
      say({ tone: 'good', text: t(done) })
      return true
    } catch (error) {
      const message = reasonOf(error) ?? t('common:networkError')
      say({ tone: 'bad', text: t('failed', { message }) })
      return false
    }
  }
}
