import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnit } from '../analytics/use-unit.ts'
import type { ChartData, Point } from './data.ts'
import styles from './plot.module.css'
import type { Scale } from './scale.ts'

interface PlotProps {
  data: ChartData
  scale: Scale
  /** Told of the point that is clicked; the table twin opens it by the keyboard. */
  onOpen?: ((point: Point) => void) | undefined
  /** The marks, in a box of 100 × 100 that is stretched to the place there is. */
  children: ReactNode
}

/**
 * Where marks stand over their axes: the ends of the scale beside, the first and the last point below, and above what
 * the pointer is at. Its size does not depend on its data, so nothing moves when they come.
 */
export function Plot({ data: { series, points }, scale, onOpen, children }: PlotProps) {
  const { t } = useTranslation('analytics')
  const write = useUnit()
  const [at, setAt] = useState<number | null>(null)
  const shown = points[at ?? points.length - 1]
  const unit = series[0]?.unit ?? 'count'
  return (
    <div className={styles.plot} aria-hidden>
      <p className={`${styles.readout} numbers`}>
        {shown && (
          <>
            <strong>{shown.label}</strong>
            {shown.partial && <em>{t('chart.running')}</em>}
            {series.map(({ key, title, unit, tone = 'accent' }) => (
              <span key={key} data-tone={tone}>
                {title} {write(unit, shown.values[key] ?? null)}
              </span>
            ))}
          </>
        )}
      </p>
      <div className={`${styles.axis} numbers`}>
        <span>{write(unit, scale.high)}</span>
        <span>{write(unit, scale.low)}</span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the table twin does it by the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table twin does it by the keyboard */}
      <div
        className={styles.marks}
        data-opens={onOpen ? '' : undefined}
        onClick={() => at !== null && points[at] && onOpen?.(points[at])}
        onPointerMove={event => {
          const { left, right, width } = event.currentTarget.getBoundingClientRect()
          const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
          const share = (isRtl ? right - event.clientX : event.clientX - left) / width
          setAt(Math.max(0, Math.min(points.length - 1, Math.floor(share * points.length))))
        }}
        onPointerLeave={() => setAt(null)}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.svg} aria-hidden>
          {scale.low <= 0 && (
            <line x1="0" x2="100" y1={100 * scale.at(0)} y2={100 * scale.at(0)} className={styles.zero} />
          )}
          {children}
          {at !== null && (
            <line
              x1={(100 * (at + 0.5)) / points.length}
              x2={(100 * (at + 0.5)) / points.length}
              y1="0"
              y2="100"
              className={styles.cross}
            />
          )}
        </svg>
      </div>
      <div className={`${styles.ends} numbers`}>
        <span>{points.at(0)?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
    </div>
  )
}
