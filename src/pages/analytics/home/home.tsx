import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { salesMetrics, salesRanges } from '#contract/analytics/sales-metrics.ts'
import { ChiefFigures } from '#kit/analytics/figure-cards.tsx'
import { PeriodText } from '#kit/analytics/period-text.tsx'
import { RangePicker } from '#kit/analytics/range-picker.tsx'
import { byName, useRange } from '#kit/analytics/use-range.ts'
import { ButtonLink } from '#kit/button.tsx'
import { Freshness } from '#kit/freshness.tsx'
import { Notice } from '#kit/notice.tsx'
import { Page } from '#kit/page.tsx'
import { Reading } from '#kit/reading.tsx'
import { RevenueFigures } from '#kit/revenue/revenue-figures.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { useCall } from '#kit/use-call.ts'
import { readWidgets, widgets } from '#kit/widgets.ts'
import { Funnel } from './funnel.tsx'
import styles from './home.module.css'
import { KeyFigures } from './key-figures.tsx'
import { Regions } from './regions.tsx'
import { Tiers } from './tiers.tsx'

/** Milliseconds between two readings of the sales metrics. */
const every = 60_000

/** The Global Dashboard: revenue, users and subscriptions over a time. */
export function Component() {
  const { t } = useTranslation(['revenue', 'navigation'])
  const range = useRange(salesRanges, '30d')
  const [shown] = useState(readWidgets)
  const query = byName(range)
  const sales = useCall(salesMetrics.overview, { query }, { every })
  const before = useCall(
    salesMetrics.overview,
    { query: { ...query, previous: 'true' } },
    { every, enabled: range.compared },
  )
  const previous = range.compared ? (before.data?.metrics ?? null) : undefined
  return (
    <Page
      title={t('navigation:screens.home')}
      lead={t('home.lead')}
      freshness={<Freshness of={sales} />}
      range={<RangePicker of={range} />}
    >
      {widgets.global.some(widget => shown[widget]) ? (
        <RevenueFigures time={query}>
          <Reading of={sales} failed={t('home.failed')} skeleton={<Skeleton rows={6} height={112} />}>
            {now => (
              <div className={styles.dashboard}>
                <PeriodText of={now.period} />
                {(shown.revenueMetrics || shown.userAnalytics) && (
                  <ChiefFigures title={t('home.figures')}>
                    <KeyFigures of={now} before={previous} shown={shown} />
                  </ChiefFigures>
                )}
                {shown.subscriptionTiers && <Tiers of={now} />}
                <div className={styles.panels}>
                  {shown.regionalBreakdown && <Regions of={now} />}
                  {shown.conversionFunnel && <Funnel of={now} />}
                </div>
              </div>
            )}
          </Reading>
        </RevenueFigures>
      ) : (
        <Notice
          title={t('home.nothing')}
          actions={<ButtonLink to="/settings">{t('home.toSettings')}</ButtonLink>}
        />
      )}
    </Page>
  )
}
