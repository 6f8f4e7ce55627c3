import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { roundToUnit } from '#contract/kit/figure.ts'
import { useFormat } from '../format.ts'
import styles from './figure-card.module.css'
import figureValueStyles from './figure-value.module.css'
import { type FigureFilters, useFigures, useOpenFigure, useUnitFormat } from './figures.ts'
import { Cards } from './panel.tsx'

export interface FigureCardProps {
  figure: string
  /** Overrides the figure's own name. */
  title?: string
  value: number | null
  /** Value of the previous period, when compared. */
  previous?: number | null | undefined
  /** Whether an increase is good; without it, the change has no colour. */
  good?: 'more' | 'less'
  /** Set where the value itself is good or bad. */
  tone?: 'good' | 'bad' | undefined
  held?: FigureFilters
  note?: ReactNode
  children?: ReactNode
}

/** One figure: value, change, and a button that opens it. */
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
  const write = useUnitFormat()
  const id = useId()
  const unit = figures.definitions[figure]?.unit ?? 'count'
  const name = title ?? figures.title(figure)
  const definition = figures.note?.(figure)
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
      {definition && <p className={styles.note}>{definition}</p>}
      {children}
    </article>
  )
}

const directionOf = (change: number | null) =>
  change === null || change === 0 ? null : change > 0 ? 'more' : 'less'

const Arrow = ({ direction }: { direction: 'more' | 'less' }) => (
  <span aria-hidden>{direction === 'more' ? '↑' : '↓'} </span>
)

interface DeltaProps {
  unit: Parameters<ReturnType<typeof useUnitFormat>>[0]
  value: number | null
  previous: number | null
  good: 'more' | 'less' | undefined
}

/** Change against the previous period: in points for percentages, otherwise in percent. */
function Delta({ unit, value, previous, good }: DeltaProps) {
  const { t } = useTranslation('analytics')
  const format = useFormat()
  const write = useUnitFormat()
  const change = value === null || previous === null ? null : value - previous
  const share =
    change === null || unit === 'percent'
      ? change
      : previous === 0
        ? null
        : roundToUnit('percent', (100 * change) / Math.abs(previous as number))
  const direction = directionOf(change)
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
        {direction && <Arrow direction={direction} />}
        {text}
      </strong>{' '}
      <span>{t('figure.before', { value: write(unit, previous) })}</span>
    </p>
  )
}

type ValueOf<Values> = {
  [Name in keyof Values]-?: Values[Name] extends number | null ? Name : never
}[keyof Values] &
  string

/** How one value is shown. */
export interface CardOf<Values> extends Omit<FigureCardProps, 'figure' | 'value' | 'previous'> {
  of: ValueOf<Values>
  /** The figure to open, if named differently. */
  figure?: string
}

interface FigureCardsProps<Values> {
  of: Values
  /** Values of the previous period: null while loading, undefined when not compared. */
  before: Values | null | undefined
  cards: readonly CardOf<Values>[]
}

/** One card per value, with the previous period. */
export function FigureCards<Values extends object>({ of: values, before, cards }: FigureCardsProps<Values>) {
  const valueIn = (from: Values, name: ValueOf<Values>) => from[name] as number | null
  return cards.map(({ of, figure = of, ...rest }) => (
    <FigureCard
      key={of}
      figure={figure}
      value={valueIn(values, of)}
      previous={before ? valueIn(before, of) : (before as null | undefined)}
      {...rest}
    />
  ))
}

/** The top cards of a screen, with a heading for screen readers. */
export function KeyFigureCards({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="spoken">
        {title}
      </h2>
      <Cards>{children}</Cards>
    </section>
  )
}

interface FigureValueProps {
  figure: string
  /** What the figure belongs to, where only the visual context says so. */
  of?: string
  value: number | null
  held?: FigureFilters
  /** Set for a growth, which is shown with its sign, an arrow and whether it is good. */
  growth?: boolean
}

/** A figure in a line or table, which can be opened. */
export function FigureValue({ figure, of, value, held, growth = false }: FigureValueProps) {
  const { t } = useTranslation('analytics')
  const figures = useFigures()
  const { open } = useOpenFigure()
  const write = useUnitFormat()
  const amount = write(figures.definitions[figure]?.unit ?? 'count', value)
  const written = growth && value !== null && value > 0 ? `+${amount}` : amount
  const title = figures.title(figure)
  const direction = growth && directionOf(value)
  return (
    <button
      type="button"
      className={`${figureValueStyles.value} numbers`}
      data-figure={figure}
      aria-label={t('figure.open', { figure: of ? `${title}, ${of}` : title, value: written })}
      data-tone={direction ? (direction === 'more' ? 'good' : 'bad') : undefined}
      onClick={() => open(figure, held)}
    >
      {direction && <Arrow direction={direction} />}
      {written}
    </button>
  )
}
