import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChiefFigures } from '#kit/analytics/figure-cards.tsx'
import { Panels } from '#kit/analytics/panel.tsx'
import { PeriodText } from '#kit/analytics/period-text.tsx'
import { RangePicker } from '#kit/analytics/range-picker.tsx'
import { ButtonLink } from '#kit/button.tsx'
import { Freshness } from '#kit/freshness.tsx'
import { LiveState } from '#kit/live-socket/live-state.tsx'
import type { LiveConnection } from '#kit/live-socket/use-live-socket.ts'
import { Notice } from '#kit/notice.tsx'
import { Page } from '#kit/page.tsx'
import { Reading } from '#kit/reading.tsx'
import { RightNow } from '#kit/right-now/right-now.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { readWidgets, widgets } from '#kit/widgets.ts'
import { KeyFigures } from './key-figures.tsx'
import { LanguagePairs } from './language-pairs.tsx'
import { Latency } from './latency.tsx'
import { Modes } from './modes.tsx'
import { OperationalFigures } from './operational-figures.tsx'
import styles from './operations.module.css'
import { Regions } from './regions.tsx'
import { SystemHealth } from './system-health.tsx'
import { useNow, useOperations } from './use-operations.ts'

/** What goes on right now: a component of its own, since it changes each second and the rest does not. */
const Now = ({ connection }: { connection: LiveConnection }) => (
  <RightNow of={useNow()} tools={<LiveState of={connection} />} />
)

/** The widgets that have a card among the key figures. */
const keyWidgets = ['translationSessions', 'latencyMetrics', 'successRate', 'languagePairs'] as const

/** Operational Analytics: translation sessions over a time, what goes on now, and whether the system is well. */
export function Component() {
  const { t } = useTranslation(['operations', 'navigation'])
  const { range, query, connection, overview, before } = useOperations()
  const [shown] = useState(readWidgets)
  return (
    <Page
      title={t('navigation:screens.operations')}
      lead={t('lead')}
      freshness={<Freshness of={overview} />}
      range={<RangePicker of={range} />}
    >
      <div className={styles.screen}>
        <Now connection={connection} />
        {widgets.operations.some(widget => shown[widget]) ? (
          <OperationalFigures time={query}>
            <Reading of={overview} failed={t('failed')} skeleton={<Skeleton rows={6} height={112} />}>
              {({ period, metrics, system_health }) => (
                <>
                  <PeriodText of={period} hours={!range.days && range.name.endsWith('h')} />
                  {keyWidgets.some(widget => shown[widget]) && (
                    <ChiefFigures title={t('keyFigures')}>
                      <KeyFigures of={metrics} before={before} shown={shown} />
                    </ChiefFigures>
                  )}
                  <Panels>
                    {shown.capabilityModes && <Modes of={metrics} />}
                    {shown.regionalActivity && <Regions of={metrics} />}
                    {shown.languagePairs && <LanguagePairs of={metrics} />}
                    {(shown.latencyMetrics || shown.systemHealth) && (
                      <div className={styles.column}>
                        {shown.latencyMetrics && <Latency of={metrics} />}
                        {shown.systemHealth && <SystemHealth of={system_health} />}
                      </div>
                    )}
                  </Panels>
                </>
              )}
            </Reading>
          </OperationalFigures>
        ) : (
          <Notice title={t('nothing')} actions={<ButtonLink to="/settings">{t('toSettings')}</ButtonLink>} />
        )}
      </div>
    </Page>
  )
}
