import { useTranslation } from 'react-i18next'
import { roundToUnit, type Unit } from '#contract/kit/figure.ts'
import { useUnitFormat } from '../analytics/figures.ts'
import { formatIn } from '../format.ts'
import { localeFormats } from '../locale-formats.ts'
import type { Point, Series } from './chart-data.ts'
import styles from './plots.module.css'

export const tooltipStyle = {
  width: 'max-content',
  'max-width': 'min(340px, 80vw)',
  padding: '8px 12px',
  border: '1px solid var(--line)',
  'border-radius': 'var(--radius)',
  background: 'var(--raised)',
  'box-shadow': 'var(--shadow)',
  color: 'var(--text-2)',
  'font-family': 'inherit',
  'font-size': 'var(--small)',
  'line-height': '1.5',
  transition: 'none',
}

interface TickWords {
  isRtl: boolean
  milliseconds: (value: string) => string
}

/** Formats the ticks of an axis: short, with the unit. */
export function tickFormat(locale: string, unit: Unit, { isRtl, milliseconds }: TickWords) {
  const { percent } = formatIn(locale, 'UTC')
  const { compact, compactPrice, decimal, price } = localeFormats(locale)
  return (value: number) => {
    const isLarge = Math.abs(value) >= 1_000
    // A price is isolated as a left-to-right run, in which a word for thousands would be out of order.
    if (unit === 'money') return isLarge && !isRtl ? compactPrice(value) : price(value)
    if (unit === 'percent') return percent(value)
    const text = isLarge ? compact(value) : decimal(value)
    return unit === 'milliseconds' ? milliseconds(text) : text
  }
}

interface TooltipRow {
  series: Series
  value: string
  /** Difference to the compared period, and its value. */
  change: string | null
}

/** What is said about a point: for the tooltip and, as a sentence, for screen readers. */
export function useDescription(series: readonly Series[], compared: boolean) {
  const { t } = useTranslation('analytics')
  const write = useUnitFormat()
  function change({ key, unit }: Series, { values, previous }: Point) {
    const [now, before] = [values[key] ?? null, previous?.values[key] ?? null]
    if (!compared || before === null) return null
    const was = t('figure.before', { value: write(unit, before) })
    if (now === null) return was
    const difference = roundToUnit(unit, now - before)
    if (difference === 0) return was
    return `${difference > 0 ? '+' : ''}${write(unit, difference)} · ${was}`
  }
  const rows = (point: Point): TooltipRow[] =>
    series.map(series => ({
      series,
      value: write(series.unit, point.values[series.key] ?? null),
      change: change(series, point),
    }))
  const sentence = (point: Point) =>
    [
      point.partial ? `${point.label} (${t('chart.running')})` : point.label,
      ...rows(point).map(({ series, value, change }) =>
        [series.title, value, change].filter(Boolean).join(' '),
      ),
      ...(point.markers ?? []).map(({ text }) => text),
    ].join(', ')
  return { rows, sentence }
}

export function Tooltip({ point, rows }: { point: Point; rows: readonly TooltipRow[] }) {
  const { t } = useTranslation('analytics')
  return (
    <div className={`${styles.tooltip} numbers`}>
      <p>
        <strong>{point.label}</strong> {point.partial && <em>{t('chart.running')}</em>}
      </p>
      <dl>
        {rows.map(({ series: { key, title, tone = 'accent' }, value, change }) => (
          <div key={key}>
            <dt data-tone={tone}>{title}</dt>
            <dd>
              <strong>{value}</strong>
              {change && <span>{change}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {point.markers?.map(({ kind, text }) => (
        <p key={kind} className={styles.marker} data-kind={kind}>
          {text}
        </p>
      ))}
    </div>
  )
}
