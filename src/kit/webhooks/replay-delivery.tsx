import { useInvalidate } from '@refinedev/core'
import { useTranslation } from 'react-i18next'
import { webhookDeliveries } from '#contract/platform/webhooks.ts'
import { call, errorDetail } from '../call.ts'
import { useCanCall } from '../current-user.ts'
import { ActionItem } from '../resource/action-menu.tsx'
import type { Row } from '../resource/resource.ts'
import { toast } from '../toasts.ts'

/** Menu item that sends a delivered or failed event again. */
export function ReplayDelivery({ row }: { row: Row }) {
  const { t } = useTranslation('resources')
  const invalidate = useInvalidate()
  const may = useCanCall()
  const isSettled = row.status === 'delivered' || row.status === 'failed'
  if (!isSettled || !may(webhookDeliveries.replay)) return null

  async function replay() {
    try {
      await call(webhookDeliveries.replay, { params: { id: row.id } })
      toast({ tone: 'good', text: t('webhook-endpoints.actions.replayed') })
      await invalidate({ resource: 'webhook-deliveries', id: row.id, invalidates: ['list', 'detail'] })
    } catch (error) {
      toast({ tone: 'bad', text: t('webhook-endpoints.actions.failed'), detail: errorDetail(error) })
    }
  }

  return <ActionItem onSelect={() => void replay()}>{t('webhook-endpoints.actions.replay')}</ActionItem>
}
