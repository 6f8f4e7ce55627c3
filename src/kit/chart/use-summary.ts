import { useTranslation } from 'react-i18next'
import { useUnit } from '../analytics/use-unit.ts'
import { type ChartData, extremes } from './data.ts'

/** A chart in a sentence or two, for those who do not see it. */
export function useSummary(): (data: ChartData) => string {
  const { t } = useTranslation('analytics')
  const write = useUnit()
  return data => {
    const [first, last] = [data.points.at(0), data.points.at(-1)]
    if (!first || !last) return t('chart.empty')
    const parts = data.series.map(({ key, title, unit }) => {
      const found = extremes(data, key)
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
    const running = last.partial ? ` ${t('chart.lastRunning', { last: last.label })}` : ''
    return `${t('chart.span', { first: first.label, last: last.label })}${running} ${parts.join(' ')}`
  }
}
