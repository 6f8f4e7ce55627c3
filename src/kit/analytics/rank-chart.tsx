import { Fragment, type ReactNode } from 'react'
import { Chart } from '../chart/chart.tsx'
import type { ChartData, Tone } from '../chart/chart-data.ts'
import { RankedBars } from '../chart/lazy-charts.ts'
import { FigureValue } from './figure-cards.tsx'
import { type FigureFilters, useFigures } from './figures.ts'

interface Ranked {
  key: string
  label: string
  /** Filters of the figures for this item. */
  held: FigureFilters
  tone?: Tone
  /** Value of each figure. */
  values: Readonly<Record<string, number | null>>
}

interface RankChartProps {
  title: string
  lead?: ReactNode
  /** What is ranked: “Region”. */
  of: string
  /** The figure shown by the bars, followed by additional figures. */
  figures: readonly [string, ...string[]]
  ranks: readonly Ranked[]
  /** Shown when there are none. */
  empty: string
  wide?: boolean
}

/** Ranked figures as bars and table; each opens for its item. */
export function RankChart({ title, lead, of, figures, ranks, empty, wide = false }: RankChartProps) {
  const { definitions, title: titleOf } = useFigures()
  const [first, ...others] = figures
  const data: ChartData = {
    title,
    of,
    series: figures.map(figure => ({
      key: figure,
      title: titleOf(figure),
      unit: definitions[figure]?.unit ?? 'count',
    })),
    points: ranks.map(({ key, label, values }) => ({ key, label, values })),
  }
  const value = (figure: string, { label, values, held }: Ranked) => (
    <FigureValue figure={figure} of={label} value={values[figure] ?? null} held={held} />
  )
  return (
    <Chart
      data={data}
      lead={lead}
      wide={wide}
      of="ranks"
      empty={empty}
      cell={(point, { key: figure }) => {
        const rank = ranks.find(({ key }) => key === point.key)
        return rank && value(figure, rank)
      }}
    >
      <RankedBars
        ranks={ranks.map(rank => ({
          key: rank.key,
          label: rank.label,
          value: rank.values[first] ?? 0,
          shown: value(first, rank),
          ...(rank.tone && { tone: rank.tone }),
          note:
            others.length > 0 &&
            others.map((figure, index) => (
              <Fragment key={figure}>
                {index > 0 && ' · '}
                {titleOf(figure)} {value(figure, rank)}
              </Fragment>
            )),
        }))}
      />
    </Chart>
  )
}
