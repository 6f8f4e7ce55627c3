import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { salesMetrics, salesRanges } from '#contract/analytics/sales-metrics.ts'
import { KeyFigureCards } from '#kit/analytics/figure-cards.tsx'
import { PeriodText } from '#kit/analytics/figures-page.tsx'
import { RangePicker } from '#kit/analytics/range-picker.tsx'
import { rangeQuery, useRange } from '#kit/analytics/use-range.ts'
import { ButtonLink } from '#kit/button.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { RevenueFigures } from '#kit/revenue/revenue-figures.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { useCall } from '#kit/use-call.ts'
import { readWidgets, widgets } from '#kit/widgets.ts'
import { Funnel } from './funnel.tsx'
import styles from './home.module.css'
import { KeyFigures } from './key-figures.tsx'
import { Regions } from './regions.tsx'
import { Tiers } from './tiers.tsx'

/** Refetch interval of the sales metrics in milliseconds. */
const refetchIntervalMs = 60_000

/** Home: revenue, users and subscriptions over a period. */
export function Component() {
  const { t } = useTranslation(['revenue', 'navigation'])
  const range = useRange(salesRanges, '30d')
  const [shown] = useState(readWidgets)
  const query = rangeQuery(range)
  const sales = useCall(salesMetrics.overview, { query }, { refetchIntervalMs })
  const before = useCall(
    salesMetrics.overview,
    { query: { ...query, previous: 'true' } },
    { refetchIntervalMs, enabled: range.compared },
  )
  const previous = range.compared ? (before.data?.metrics ?? null) : undefined
  return (
    <Page
      title={t('navigation:screens.home')}
      lead={t('home.lead')}
      freshness={<Freshness of={sales} />}
      range={<RangePicker of={range} />}
    >
      {widgets.home.some(widget => shown[widget]) ? (
        <RevenueFigures time={query}>
          <QueryState of={sales} failed={t('home.failed')} skeleton={<Skeleton rows={6} height={112} />}>
            {now => (
              <div className={styles.dashboard}>
                <PeriodText of={now.period} />
                {(shown.revenueMetrics || shown.userAnalytics) && (
                  <KeyFigureCards title={t('home.figures')}>
                    <KeyFigures of={now} before={previous} shown={shown} />
                  </KeyFigureCards>
                )}
                {shown.subscriptionTiers && <Tiers of={now} />}
                <div className={styles.panels}>
                  {shown.regionalBreakdown && <Regions of={now} />}
                  {shown.conversionFunnel && <Funnel of={now} />}
                </div>
              </div>
            )}
          </QueryState>
        </RevenueFigures>
      ) : (
        <EmptyState
          title={t('home.nothing')}
          actions={<ButtonLink to="/settings">{t('home.toSettings')}</ButtonLink>}
        />
      )}
    </Page>
  )
}
