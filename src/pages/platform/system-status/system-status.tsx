import { useTranslation } from 'react-i18next'
import { type SystemPart, system } from '#contract/platform/system.ts'
import { Panel, Panels } from '#kit/analytics/panel.tsx'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { Badge } from '#kit/resource/badge.tsx'
import { useCall } from '#kit/use-call.ts'
import { Health } from './health.tsx'
import { Retention } from './retention.tsx'
import styles from './system-status.module.css'

const tones = { ok: 'green', away: 'red', not_configured: 'grey' } as const

/** The active adapter of each external part. */
function Parts({ of }: { of: readonly SystemPart[] }) {
  const { t } = useTranslation('system')
  return (
    <Panel title={t('parts.title')}>
      <dl className={styles.lines}>
        {of.map(({ part, adapter, embedded, state }) => (
          <div key={part}>
            <dt>{t(`parts.part.${part}`)}</dt>
            <dd>
              <span>
                {adapter ?? t(`parts.unnamed.${part}`, { defaultValue: '–' })}
                {adapter && embedded && <small> · {t('parts.embedded')}</small>}
              </span>
              <Badge tone={tones[state]}>{t(`parts.state.${state}`)}</Badge>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

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
