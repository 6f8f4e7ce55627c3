import { useTranslation } from 'react-i18next'
import { FigureValue } from '#kit/analytics/figure-cards.tsx'
import { useUnitFormat } from '#kit/analytics/figures.ts'
import { Chart } from '#kit/chart/chart.tsx'
import type { ChartData } from '#kit/chart/chart-data.ts'
import { RankedBars } from '#kit/chart/lazy-charts.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import type { Report } from './use-report.ts'

/** Drill-down figure of the columns that have one. */
const figures: Record<string, string> = { monthly: 'mrr', annual: 'arr', subscribers: 'active_subscriptions' }

/** Revenue and subscribers per plan. */
export function Plans({ of: { plans } }: { of: Report }) {
  const { t } = useTranslation('revenue')
  const write = useUnitFormat()
  const wording = useLocaleFormats()
  const data: ChartData = {
    title: t('revenue.byPlan'),
    of: t('revenue.plan'),
    series: [
      { key: 'price', title: t('revenue.price'), unit: 'money' },
      { key: 'monthly', title: t('revenue.monthly'), unit: 'money' },
      { key: 'annual', title: t('revenue.annual'), unit: 'money' },
      { key: 'subscribers', title: t('revenue.subscribers'), unit: 'count' },
    ],
    points: plans.map(plan => ({
      key: plan.plan,
      label: plan.plan_name,
      values: {
        price: plan.price_monthly,
        monthly: plan.monthly_revenue,
        annual: plan.annual_revenue,
        subscribers: plan.subscriber_count,
      },
    })),
  }
  return (
    <Chart
      data={data}
      of="ranks"
      cell={({ key: plan, label, values }, { key, unit }) => {
        const value = values[key] ?? null
        const figure = figures[key]
        return figure ? (
          <FigureValue figure={figure} of={label} value={value} held={{ plan }} />
        ) : (
          write(unit, value)
        )
      }}
    >
      <RankedBars
        ranks={plans.map(({ plan, plan_name, price_monthly, monthly_revenue, subscriber_count }) => ({
          key: plan,
          label: `${t(`plan.${plan}`)} ${t('perMonth', { price: wording.price(price_monthly) })}`,
          value: monthly_revenue,
          shown: <FigureValue figure="mrr" of={plan_name} value={monthly_revenue} held={{ plan }} />,
          note: (
            <>
              <FigureValue
                figure="active_subscriptions"
                of={plan_name}
                value={subscriber_count}
                held={{ plan }}
              />{' '}
              {t('revenue.subscribers')}
            </>
          ),
        }))}
      />
    </Chart>
  )
}
