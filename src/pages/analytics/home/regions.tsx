import { useTranslation } from 'react-i18next'
import type { SalesMetrics } from '#contract/analytics/sales-metrics.ts'
import { FigureValue } from '#kit/analytics/figure-cards.tsx'
import { Chart } from '#kit/chart/chart.tsx'
import type { ChartData } from '#kit/chart/chart-data.ts'
import { RankedBars } from '#kit/chart/lazy-charts.ts'

/** Drill-down figure of each column. */
const figures = { revenue: 'mrr', users: 'total_users', growth: 'mrr_growth' } as const
type Column = keyof typeof figures

/** Regions by revenue, with users and growth. */
export function Regions({ of: { top_regions } }: { of: SalesMetrics }) {
  const { t } = useTranslation('revenue')
  const data: ChartData = {
    title: t('home.regions'),
    of: t('facets.region'),
    series: [
      { key: 'revenue', title: t('home.revenue'), unit: 'money' },
      { key: 'users', title: t('figures.total_users.title'), unit: 'count' },
      { key: 'growth', title: t('figures.mrr_growth.title'), unit: 'percent' },
    ],
    points: top_regions.map(({ region, ...values }) => ({
      key: region,
      label: t(`region.${region}`),
      values,
    })),
  }
  const value = (column: Column, { region, ...values }: SalesMetrics['top_regions'][number]) => (
    <FigureValue
      figure={figures[column]}
      of={t(`region.${region}`)}
      value={values[column]}
      held={{ region }}
      growth={column === 'growth'}
    />
  )
  return (
    <Chart
      data={data}
      of="ranks"
      lead={t('home.regionsLead')}
      empty={t('home.noRegions')}
      cell={(point, { key }) => {
        const row = top_regions.find(({ region }) => region === point.key)
        return row && value(key as Column, row)
      }}
    >
      <RankedBars
        ranks={top_regions.map(row => ({
          key: row.region,
          label: t(`region.${row.region}`),
          value: row.revenue,
          shown: value('revenue', row),
          note: (
            <>
              {value('users', row)} {t('home.users')} · {value('growth', row)}
            </>
          ),
        }))}
      />
    </Chart>
  )
}
