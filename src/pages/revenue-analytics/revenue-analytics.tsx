import { useTranslation } from 'react-i18next'
import { revenueRanges } from '#contract/revenue-analytics.ts'
import { FigureCard } from '#kit/analytics/figure-card.tsx'
import { Cards, Panels } from '#kit/analytics/panel.tsx'
import { PeriodText } from '#kit/analytics/period-text.tsx'
import { previousOf } from '#kit/analytics/previous.ts'
import { RangePicker } from '#kit/analytics/range-picker.tsx'
import { byName, useRange } from '#kit/analytics/use-range.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { Reading } from '#kit/reading.tsx'
import { RevenueFigures } from '#kit/revenue/revenue-figures.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { Churn } from './churn.tsx'
import { Course } from './course.tsx'
import { Growth } from './growth.tsx'
import { Plans } from './plans.tsx'
import { Statuses } from './statuses.tsx'
import { Trials } from './trials.tsx'
import { type Earlier, type Report, useReport } from './use-report.ts'
import { Waterfall } from './waterfall.tsx'

/** Recurring revenue and subscriptions over a time, from the ledger of their movements. */
export function Component() {
  const { t } = useTranslation(['revenue', 'navigation'])
  const range = useRange(revenueRanges, '30d')
  const { reading, before } = useReport(range)
  return (
    <Page
      title={t('navigation:screens.revenueAnalytics')}
      lead={t('revenue.lead')}
      freshness={<Freshness of={reading} />}
      range={<RangePicker of={range} />}
    >
      <RevenueFigures time={byName(range)}>
        <Reading of={reading} failed={t('revenue.failed')} skeleton={<Skeleton rows={6} height={112} />}>
          {now => (
            <>
              <PeriodText of={now.summary.period} />
              <section aria-labelledby="summary">
                <h2 id="summary" className="spoken">
                  {t('revenue.summary')}
                </h2>
                <Cards>
                  <Summary of={now} earlier={before} />
                </Cards>
              </section>
              <Panels>
                <Course of={now} />
                <Waterfall of={now} />
                <Plans of={now} />
                <Statuses of={now} />
                <Trials of={now} earlier={before} />
                <Churn of={now} earlier={before} />
                <Growth of={now} />
              </Panels>
            </>
          )}
        </Reading>
      </RevenueFigures>
    </Page>
  )
}

function Summary({ of: { summary }, earlier }: { of: Report; earlier: Earlier }) {
  const was = previousOf(previousOf(earlier)('summary'))
  return (
    <>
      <FigureCard
        figure="mrr"
        value={summary.monthly_recurring_revenue}
        previous={was('monthly_recurring_revenue')}
        good="more"
      />
      <FigureCard
        figure="arr"
        value={summary.annual_recurring_revenue}
        previous={was('annual_recurring_revenue')}
        good="more"
      />
      <FigureCard
        figure="active_subscriptions"
        value={summary.active_subscriptions}
        previous={was('active_subscriptions')}
        good="more"
      />
      <FigureCard
        figure="trial_subscriptions"
        value={summary.trial_subscriptions}
        previous={was('trial_subscriptions')}
        good="more"
      />
      <FigureCard
        figure="recent_cancellations"
        value={summary.recent_cancellations}
        previous={was('recent_cancellations')}
        good="less"
      />
    </>
  )
}
