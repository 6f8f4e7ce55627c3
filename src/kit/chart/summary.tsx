import { useTranslation } from 'react-i18next'
import { useUnit } from '../analytics/use-unit.ts'
import { type ChartData, extremes } from './data.ts'

/** A chart in a few sentences, for those who do not see it. */
export function Summary({ of: { series, points } }: { of: ChartData }) {
  const { t } = useTranslation('analytics')
  const write = useUnit()
  const [first, last] = [points.at(0), points.at(-1)]
  if (!first || !last) return null
  const parts = series.map(({ key, title, unit }) => {
    const found = extremes(points, key)
    if (!found) return t('chart.none', { title })
    const { low, high } = found
    return t('chart.series', {
      title,
      low: write(unit, low.values[key] ?? null),
      lowAt: low.label,
      high: write(unit, high.values[key] ?? null),
      highAt: high.label,
      last: write(unit, last.values[key] ?? null),
    })
  })
  const running = last.partial ? [t('chart.lastRunning', { last: last.label })] : []
  const said = [t('chart.span', { first: first.label, last: last.label }), ...running, ...parts]
  return <p className="spoken">{said.join(' ')}</p>
}
