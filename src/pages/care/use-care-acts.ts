import { useTranslation } from 'react-i18next'
import { elderlyDashboard } from '#contract/care/elderly-dashboard.ts'
import { familySimple } from '#contract/care/family-simple.ts'
import { type Dose, healthQuick } from '#contract/care/health-quick.ts'
import { useAct } from '#kit/alerts/use-act.ts'
import { useMay } from '#kit/resource/may.ts'

/** What readings of these screens follow, and acts on them read anew. */
export const followed = 'alerts'

/** What a carer does for somebody by one touch. */
export function useCareActs(person: { id: string }) {
  const { t } = useTranslation('care')
  const may = useMay()
  const { act, pending } = useAct(followed)
  const query = { user_id: person.id }
  return {
    pending,
    mayLog: may(healthQuick.checkin),
    mayWrite: may(familySimple.quickMessage),
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
export type CareActs = ReturnType<typeof useCareActs>
