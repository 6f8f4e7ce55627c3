import { useTranslation } from 'react-i18next'
import type { MarkerKind, Series } from './chart-data.ts'
import styles from './legend.module.css'

interface LegendProps {
  /** Title of the chart. */
  of: string
  series: readonly Series[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
  /** Whether the dashed lines of the compared period are drawn. */
  compared: boolean
  /** Kinds of the markers. */
  markers: readonly MarkerKind[]
}

/** The series of a chart, each of which can be switched off; the last one shown brings back all. */
export function Legend({ of, series, hidden, onChange, compared, markers }: LegendProps) {
  const { t } = useTranslation('analytics')
  function toggle(key: string) {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    onChange(series.every(({ key }) => next.has(key)) ? new Set() : next)
  }
  return (
    <fieldset className={styles.legend} aria-label={t('chart.legend', { title: of })}>
      {series.length > 1 &&
        series.map(({ key, title, tone = 'accent' }) => (
          <button
            key={key}
            type="button"
            data-tone={tone}
            aria-pressed={!hidden.has(key)}
            onClick={() => toggle(key)}
          >
            {title}
          </button>
        ))}
      {compared && <span className={styles.previous}>{t('chart.previous')}</span>}
      {markers.map(kind => (
        <span key={kind} className={styles.marker} data-kind={kind}>
          {t(`chart.markers.${kind}`)}
        </span>
      ))}
    </fieldset>
  )
}
