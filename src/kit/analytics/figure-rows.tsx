import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { FigureRow, OpenFigure, Unit } from '#contract/kit/figure.ts'
import { useFormat } from '../format.ts'
import styles from './figure-panel.module.css'
import { useFigures } from './figures.ts'
import { useUnit } from './use-unit.ts'

/** The rows of an opened figure, part by part. */
export function FigureRows({ of, unit }: { of: OpenFigure; unit: Unit }) {
  const { t } = useTranslation('analytics')
  const figures = useFigures()
  const write = useUnit()
  return of.parts.map(({ part, sum, rows }) => (
    <section key={part} className={styles.part} aria-label={figures.part(part)}>
      <h3>
        {figures.part(part)}{' '}
        <span className="numbers">{t('figure.part', { count: rows, sum: write(unit, sum) })}</span>
      </h3>
      <ul>
        {of.rows
          .filter(row => row.part === part)
          .map(row => (
            <Row key={row.id} row={row} unit={unit} />
          ))}
      </ul>
    </section>
  ))
}

function Row({ row, unit }: { row: FigureRow; unit: Unit }) {
  const figures = useFigures()
  const format = useFormat()
  const write = useUnit()
  const told = figures.facets.flatMap(facet => {
    const value = row.facets[facet]
    return value ? [figures.value(facet, value)] : []
  })
  return (
    <li>
      <span className={styles.what}>
        {row.path ? <Link to={row.path}>{row.title}</Link> : row.title}
        <span>{told.join(' · ')}</span>
      </span>
      <time dateTime={row.at ?? undefined}>{format.dateTime(row.at)}</time>
      <span className={`${styles.amount} numbers`}>{write(unit, row.amount)}</span>
    </li>
  )
}
