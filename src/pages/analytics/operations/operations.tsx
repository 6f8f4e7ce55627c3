import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyFigureCards } from '#kit/analytics/figure-cards.tsx'
import { PeriodText } from '#kit/analytics/figures-page.tsx'
import { LiveActivity } from '#kit/analytics/live-activity.tsx'
import { Panels } from '#kit/analytics/panel.tsx'
import { RangePicker } from '#kit/analytics/range-picker.tsx'
import { ButtonLink } from '#kit/button.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { Freshness } from '#kit/freshness.tsx'
import { type LiveConnection, LiveState } from '#kit/live-socket/live-connection.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { figuresOf, SendOnSchedule } from '#kit/reports/send-on-schedule.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { readWidgets, widgets } from '#kit/widgets.ts'
import { LanguagePairs, Latency, Modes, Regions, SystemHealth } from './breakdowns.tsx'
import { KeyFigures } from './key-figures.tsx'
import { OperationalFigures } from './operational-figures.tsx'
import styles from './operations.module.css'
import { useNow, useOperations } from './use-operations.ts'

/** Current activity; separate because it re-renders every second. */
const Now = ({ connection }: { connection: LiveConnection }) => (
  <LiveActivity of={useNow()} tools={<LiveState of={connection} />} />
)

/** Widgets that have a key-figure card. */
const keyWidgets = ['translationSessions', 'latencyMetrics', 'successRate', 'languagePairs'] as const

/** Operational Analytics: translation sessions over a period, current activity and system health. */
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
      actions={
        <SendOnSchedule
          source={figuresOf('operations', range.name)}
          name={t('navigation:screens.operations')}
          isShort
        />
      }
    >
      <div className={styles.screen}>
        <Now connection={connection} />
        {widgets.operations.some(widget => shown[widget]) ? (
          <OperationalFigures time={query}>
            <QueryState of={overview} failed={t('failed')} skeleton={<Skeleton rows={6} height={112} />}>
              {({ period, metrics, system_health }) => (
                <>
                  <PeriodText of={period} hours={!range.days && range.name.endsWith('h')} />
                  {keyWidgets.some(widget => shown[widget]) && (
                    <KeyFigureCards title={t('keyFigures')}>
                      <KeyFigures of={metrics} before={before} shown={shown} />
                    </KeyFigureCards>
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
            </QueryState>
          </OperationalFigures>
        ) : (
          <EmptyState
            title={t('nothing')}
            actions={<ButtonLink to="/settings">{t('toSettings')}</ButtonLink>}
          />
        )}
      </div>
    </Page>
  )
}
