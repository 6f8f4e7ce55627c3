import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { inUnit } from '#contract/kit/figure.ts'
import { useFormat } from '../format.ts'
import styles from './figure-card.module.css'
import { type Held, useFigures, useOpenFigure } from './figures.ts'
import { useUnit } from './use-unit.ts'

export interface FigureCardProps {
  figure: string
  /** What it is called here, where that is not its own name. */
  title?: string
  value: number | null
  /** The value of the period before, where it is compared. */
  previous?: number | null | undefined
  /** Whether more of it is good; without it, a change has no colour. */
  good?: 'more' | 'less'
  /** Set where the value itself is good or bad. */
  tone?: 'good' | 'bad' | undefined
  held?: Held
  note?: ReactNode
  children?: ReactNode
}

/** One figure: its value, its change, and the way into it. */
export function FigureCard({
  figure,
  title,
  value,
  previous,
  good,
  tone,
  held,
  note,
  children,
}: FigureCardProps) {
  const { t } = useTranslation('analytics')
  const figures = useFigures()
  const { open } = useOpenFigure()
  const write = useUnit()
  const id = useId()
  const unit = figures.definitions[figure]?.unit ?? 'count'
  const name = title ?? figures.title(figure)
  return (
    <article className={styles.card} data-tone={tone} data-figure={figure} aria-labelledby={id}>
      <h3 id={id} className={styles.name}>
        <button
          type="button"
          aria-label={t('figure.open', { figure: name, value: write(unit, value) })}
          onClick={() => open(figure, held)}
        >
          {name}
        </button>
      </h3>
      <p className={`${styles.value} numbers`}>{write(unit, value)}</p>
      {previous !== undefined && <Delta {...{ unit, value, previous, good }} />}
      {note && <p className={styles.note}>{note}</p>}
      {children}
    </article>
  )
}

interface DeltaProps {
  unit: Parameters<ReturnType<typeof useUnit>>[0]
  value: number | null
  previous: number | null
  good: 'more' | 'less' | undefined
}

/** A change against the period before: of a percentage in points, of everything else in percent. */
function Delta({ unit, value, previous, good }: DeltaProps) {
  const { t } = useTranslation('analytics')
  const format = useFormat()
  const write = useUnit()
  const change = value === null || previous === null ? null : value - previous
  const share =
    change === null || unit === 'percent'
      ? change
      : previous === 0
        ? null
        : inUnit('percent', (100 * change) / Math.abs(previous as number))
  const direction = change === null || change === 0 ? null : change > 0 ? 'more' : 'less'
  const tone = direction && good ? (direction === good ? 'good' : 'bad') : undefined
  const sign = share !== null && share > 0 ? '+' : ''
  const text =
    share === null
      ? '–'
      : unit === 'percent'
        ? t('figure.points', { value: `${sign}${format.number(share)}` })
        : `${sign}${format.percent(share)}`
  return (
    <p className={styles.delta}>
      <strong data-tone={tone} className="numbers">
        {text}
      </strong>{' '}
      <span>{t('figure.before', { value: write(unit, previous) })}</span>
    </p>
  )
}
