import { useInvalidate } from '@refinedev/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { reports } from '#contract/platform/reports.ts'
import { call, errorDetail } from '../call.ts'
import { useCanCall } from '../current-user.ts'
import { ActionItem } from '../resource/action-menu.tsx'
import type { Row } from '../resource/resource.ts'
import { toast } from '../toasts.ts'

/** Menu items of a report: send it to oneself, pause or resume it. */
export function ReportActions({ row }: { row: Row }) {
  const { t } = useTranslation(['resources', 'common'])
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  if (!useCanCall()(reports.update)) return null
  const params = { id: row.id }
  const isActive = row.status === 'active'

  async function attempt(work: () => Promise<unknown>) {
    try {
      await work()
      await invalidate({ resource: 'reports', id: row.id, invalidates: ['list', 'many', 'detail'] })
    } catch (error) {
      toast({ tone: 'bad', text: t('reports.actions.failed'), detail: errorDetail(error) })
    }
  }

  const test = () =>
    attempt(async () => {
      const { delivery_id } = await call(reports.test, { params })
      toast({
        tone: 'good',
        text: t('reports.actions.tested'),
        actions: [{ text: t('common:open'), run: () => void navigate(`/report-deliveries/${delivery_id}`) }],
      })
    })
  const setActive = (active: boolean) =>
    attempt(async () => {
      await call(reports.update, { params, body: { status: active ? 'active' : 'paused' } })
      toast({ tone: 'good', text: t(active ? 'reports.actions.resumed' : 'reports.actions.paused') })
    })

  return (
    <>
      <ActionItem onSelect={() => void test()}>{t('reports.actions.test')}</ActionItem>
      <ActionItem onSelect={() => void setActive(!isActive)}>
        {t(isActive ? 'reports.actions.pause' : 'reports.actions.resume')}
      </ActionItem>
    </>
  )
}
