import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cohortFigures, smallCohort } from '#contract/analytics/cohort-figures.ts'
import { useFigures, useOpenFigure, useUnitFormat } from '#kit/analytics/figures.ts'
import { useFormat } from '#kit/format.ts'
import { ScrollArea } from '#kit/scroll-area.tsx'
import { useMonthFormat } from './cohort-figures.tsx'
import type { TableCell, TableRow } from './cohort-table.ts'
import styles from './grid.module.css'
import { moveInGrid, type Position } from './grid-keys.ts'

interface GridProps {
  rows: readonly TableRow[]
  label: string
  /** Heading of the column of sizes. */
  size: string
}

/** The cohort table: one tab stop, within it the arrow keys, Home and End; Enter opens the rows of a cell. */
export function CohortGrid({ rows, label, size }: GridProps) {
  const { t } = useTranslation('cohorts')
  const format = useFormat()
  const month = useMonthFormat()
  const table = useRef<HTMLTableElement>(null)
  const [[row, column], setActive] = useState<Position>([0, 0])
  const lengths = rows.map(({ cells }) => cells.length)
  // With other filters the table may have become smaller.
  const activeRow = Math.min(row, rows.length - 1)
  const activeColumn = Math.min(column, (lengths[activeRow] ?? 1) - 1)
  const ages = Array.from({ length: Math.max(...lengths) - 1 }, (_, age) => age)

  function move(event: KeyboardEvent) {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = moveInGrid(lengths, [activeRow, activeColumn], event, isRtl)
    if (!next) return
    event.preventDefault()
    setActive(next)
    table.current?.querySelector<HTMLElement>(`[data-position="${next.join(' ')}"]`)?.focus()
  }

  return (
    <ScrollArea className={styles.area}>
      {/* biome-ignore lint/a11y: a table may have the role of a grid (ARIA in HTML), and keeps its headers and cells */}
      <table role="grid" aria-label={label} className={styles.grid} ref={table} onKeyDown={move}>
        <thead>
          <tr>
            <th scope="col" className={styles.start}>
              {t('cohort')}
            </th>
            <th scope="col" className={`${styles.number} ${styles.size}`}>
              {size}
            </th>
            {ages.map(age => (
              <th key={age} scope="col" className={styles.number} aria-label={t('age', { age })}>
                {format.number(age)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cohort, isSmall, cells }, rowIndex) => {
            const name = cohort === null ? t('all') : month(cohort)
            return (
              <tr key={cohort} data-small={isSmall || undefined} data-total={cohort === null || undefined}>
                <th scope="row" className={styles.start}>
                  {name}
                  {isSmall && <small>{t('small', { limit: smallCohort })}</small>}
                </th>
                {cells.map((cell, index) => (
                  <td
                    key={cell.age}
                    className={styles.number}
                    data-running={!cell.isComplete || undefined}
                    style={cell.heat === null ? undefined : { background: heatColor(cell.heat) }}
                  >
                    <Value
                      of={cell}
                      cohort={name}
                      position={[rowIndex, index]}
                      isActive={rowIndex === activeRow && index === activeColumn}
                      onFocus={setActive}
                    />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/**
 * Squared, because most values are in the upper half. Text keeps a contrast above 4.5:1 on the strongest colour, in both
 * themes.
 */
const heatColor = (heat: number) =>
  `color-mix(in srgb, var(--accent-solid) ${Math.round(3 + 45 * heat ** 2)}%, transparent)`

interface ValueProps {
  of: TableCell
  cohort: string
  position: Position
  isActive: boolean
  onFocus: (position: Position) => void
}

function Value({
  of: { figure, held, value, age, isComplete },
  cohort,
  position,
  isActive,
  onFocus,
}: ValueProps) {
  const { t } = useTranslation(['cohorts', 'analytics'])
  const figures = useFigures()
  const { open } = useOpenFigure()
  const write = useUnitFormat()
  const shown = write(cohortFigures[figure].unit, value)
  const place = age === null ? cohort : t(isComplete ? 'cell' : 'cellRunning', { cohort, age })
  return (
    <button
      type="button"
      className={`${styles.value} numbers`}
      data-figure={figure}
      data-position={position.join(' ')}
      tabIndex={isActive ? 0 : -1}
      aria-label={t('analytics:figure.open', {
        figure: `${figures.title(figure)}, ${place}`,
        value: shown,
      })}
      onFocus={() => onFocus(position)}
      onClick={() => open(figure, held)}
    >
      {shown}
    </button>
  )
}
