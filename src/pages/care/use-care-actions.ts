import { useTranslation } from 'react-i18next'
import { elderlyDashboard } from '#contract/care/elderly-dashboard.ts'
import { familySimple } from '#contract/care/family-simple.ts'
import { type Dose, healthQuick } from '#contract/care/health-quick.ts'
import { useAlertAction } from '#kit/alerts/use-alert-action.ts'
import { useCanCall } from '#kit/current-user.ts'

/** Live resource that these screens subscribe to and refetch after an action. */
export const careResource = 'alerts'

/** One-tap care actions. */
export function useCareActions(person: { id: string }) {
  const { t } = useTranslation('care')
  const may = useCanCall()
  const { act, pending } = useAlertAction(careResource)
  const query = { user_id: person.id }
  return {
    pending,
    canLog: may(healthQuick.checkin),
    canWrite: may(familySimple.quickMessage),
    send: (text: string) =>
      act(
        familySimple.quickMessage,
        { query, body: { text } },
        { done: t('message.done'), failed: t('failed') },
      ),
    sharePicture: (media: File, caption: string) =>
      act(
        familySimple.shareMedia,
        { query, body: { media, ...(caption && { caption }) } },
        { done: t('picture.done'), failed: t('picture.failed') },
      ),
    askToCheckIn: () =>
      act(
        familySimple.requestCheckin,
        { query, body: { text: t('ask.text') } },
        { done: t('ask.done'), failed: t('failed') },
      ),
    acknowledge: (message: { id: string }) =>
      act(familySimple.acknowledge, { params: { id: message.id }, query }, { failed: t('failed') }),
    took: ({ name, due_at }: Dose) =>
      act(
        healthQuick.medication,
        { query, body: { name, taken: true, dose_at: due_at } },
        { done: t('dose.done', { name }), failed: t('failed') },
      ),
    checkIn: (feeling: 'good' | 'fair' | 'poor') =>
      act(healthQuick.checkin, { query, body: { feeling } }, { done: t('record.done'), failed: t('failed') }),
    finish: ({ id, version, title }: { id: string; version: number; title: string }) =>
      act(
        elderlyDashboard.changeTask,
        { params: { id }, query, ifMatch: version, body: { status: 'done' } },
        { done: t('task.done', { title }), failed: t('failed') },
      ),
  }
}
export type CareActions = ReturnType<typeof useCareActions>
