import { Fragment, type ReactNode } from 'react'
import { Chart } from '../chart/chart.tsx'
import type { ChartData, Tone } from '../chart/data.ts'
import { RankedBars } from '../chart/marks.ts'
import { FigureValue } from './figure-value.tsx'
import { type Held, useFigures } from './figures.ts'

interface Ranked {
  key: string
  label: string
  /** What the figures are held to here. */
  held: Held
  tone?: Tone
  /** The value of each figure. */
  values: Readonly<Record<string, number | null>>
}

interface RankChartProps {
  title: string
  lead?: ReactNode
  /** What the ranks are: “Region”. */
  of: string
  /** The figure that the bars show, and those that stand beside. */
  figures: readonly [string, ...string[]]
  ranks: readonly Ranked[]
  /** Said where there are none. */
  empty: string
  broad?: boolean
}

/** Figures of named things in their order, as bars and as a table: each opens for its thing. */
export function RankChart({ title, lead, of, figures, ranks, empty, broad = false }: RankChartProps) {
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
      broad={broad}
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
