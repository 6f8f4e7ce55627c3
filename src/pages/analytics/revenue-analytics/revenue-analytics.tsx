import { useTranslation } from 'react-i18next'
import { revenueRanges } from '#contract/analytics/revenue-analytics.ts'
import { type CardOf, FigureCards, KeyFigureCards } from '#kit/analytics/figure-cards.tsx'
import { FiguresPage, PeriodText } from '#kit/analytics/figures-page.tsx'
import { Panels } from '#kit/analytics/panel.tsx'
import { previousOf, useRange } from '#kit/analytics/use-range.ts'
import { PastBar } from '#kit/resource/past/past-bar.tsx'
import { ViewAsOf } from '#kit/resource/past/view-as-of.tsx'
import { Bridge } from './bridge.tsx'
import { Churn } from './churn.tsx'
import { DefinedFigures, DefinitionPicker } from './definition.tsx'
import { Growth, MrrTrend } from './growth.tsx'
import { Movements } from './movements.tsx'
import { Plans } from './plans.tsx'
import { Statuses } from './statuses.tsx'
import { Trials } from './trials.tsx'
import { useDefinition } from './use-definition.ts'
import { useKnown } from './use-known.ts'
import { type Report, useReport } from './use-report.ts'

const cards: CardOf<Report['summary']>[] = [
  { of: 'monthly_recurring_revenue', figure: 'mrr', good: 'more' },
  { of: 'annual_recurring_revenue', figure: 'arr', good: 'more' },
  { of: 'active_subscriptions', good: 'more' },
  { of: 'trial_subscriptions', good: 'more' },
  { of: 'recent_cancellations', good: 'less' },
]

/** Revenue Analytics: MRR and subscriptions over a period, from the ledger. */
export function Component() {
  const { t } = useTranslation(['revenue', 'navigation'])
  const range = useRange(revenueRanges, '30d')
  const { definition, params } = useDefinition()
  const { known, choose, params: asKnown } = useKnown()
  const { reading, before } = useReport(range, { ...params, ...asKnown })
  return (
    <FiguresPage
      title={t('navigation:screens.revenueAnalytics')}
      lead={t('revenue.lead')}
      range={range}
      report={definition === 'voicedeck' && !known ? 'revenue' : undefined}
      reading={reading}
      failed={t('revenue.failed')}
      figures={DefinedFigures}
      choices={
        <>
          <DefinitionPicker>{!known && <ViewAsOf as="labelled" choose={choose} />}</DefinitionPicker>
          {known && <PastBar kind="figures" asOf={known} choose={choose} />}
        </>
      }
    >
      {now => (
        <>
          <PeriodText of={now.summary.period} />
          <KeyFigureCards title={t('revenue.summary')}>
            <FigureCards of={now.summary} before={previousOf(before)('summary')} cards={cards} />
          </KeyFigureCards>
          <Panels>
            <MrrTrend of={now} earlier={before} />
            <Bridge of={now} earlier={before} />
            <Movements of={now} earlier={before} />
            <Plans of={now} />
            {now.distribution && <Statuses of={now.distribution} />}
            <Trials of={now} earlier={before} />
            <Churn of={now} earlier={before} />
            <Growth of={now} earlier={before} />
          </Panels>
        </>
      )}
    </FiguresPage>
  )
}
