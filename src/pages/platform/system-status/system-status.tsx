import { useTranslation } from 'react-i18next'
import { system } from '#contract/platform/system.ts'
import { Panels } from '#kit/analytics/panel.tsx'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { useCall } from '#kit/use-call.ts'
import { Health } from './health.tsx'
import { Parts } from './parts.tsx'
import { Retention } from './retention.tsx'

/** Refetch interval in milliseconds. */
const interval = 30_000

export function Component() {
  const { t } = useTranslation(['system', 'navigation'])
  const status = useCall(system.status, {}, { refetchIntervalMs: interval })
  return (
    <Page title={t('navigation:screens.systemStatus')} lead={t('lead')} freshness={<Freshness of={status} />}>
      <QueryState of={status} failed={t('failed')}>
        {status => (
          <Panels>
            <Parts of={status.parts} />
            <Health of={status} />
            <Retention of={status.retention} />
          </Panels>
        )}
      </QueryState>
    </Page>
  )
}
