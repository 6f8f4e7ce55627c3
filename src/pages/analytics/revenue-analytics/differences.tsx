import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { revenueAnalytics } from '#contract/analytics/revenue-analytics.ts'
import {
  type Definition,
  type DifferenceDetail,
  type DifferenceRow,
  definedFigures,
  definitions,
} from '#contract/analytics/revenue-definitions.ts'
import type { RevenueFigure, RevenuePart } from '#contract/analytics/revenue-figures.ts'
import { defaultFigureRows, maxFigureRows, roundToUnit, type Unit, unitOfPart } from '#contract/kit/figure.ts'
import { type ComparedFigure, type FigureFilters, useUnitFormat } from '#kit/analytics/figures.ts'
import { Button } from '#kit/button.tsx'
import { useFormat } from '#kit/format.ts'
import { QueryState } from '#kit/query-state.tsx'
import { Segmented } from '#kit/segmented.tsx'
import { Skeleton } from '#kit/skeleton.tsx'
import { useCall } from '#kit/use-call.ts'
import styles from './definition.module.css'
import { useDefinition } from './use-definition.ts'

/** Formats a difference with its sign. */
function useDifferenceFormat() {
  const { t } = useTranslation('analytics')
  const write = useUnitFormat()
  const { number } = useFormat()
  return (unit: Unit, value: number) => {
    const sign = value > 0 ? '+' : ''
    return unit === 'percent'
      ? t('figure.points', { value: `${sign}${number(value)}` })
      : `${sign}${write(unit, value)}`
  }
}

/** Compares an opened figure with another definition, and lists the rows that make the difference. */
export function DefinitionComparison({ figure, query, than, compare }: ComparedFigure) {
  const { t } = useTranslation('revenue')
  const { definition } = useDefinition()
  const others = definitions.filter(other => other !== definition)
  const other = others.find(other => other === than) ?? null
  return (
    <section className={styles.comparison} aria-label={t('definition.compare')}>
      <h3>{t('definition.compare')}</h3>
      <Segmented
        label={t('definition.compare')}
        options={others.map(value => ({ value, text: t(`definition.names.${value}`) }))}
        value={other}
        onChange={value => compare(value === other ? null : value)}
      />
      {other && <Difference key={other} {...{ figure, query, definition, other }} />}
    </section>
  )
}

interface DifferenceProps {
  figure: string
  query: FigureFilters
  definition: Definition
  other: Definition
}

function Difference({ figure, query, definition, other }: DifferenceProps) {
  const { t } = useTranslation(['revenue', 'analytics'])
  const [shown, setShown] = useState<{ limit: number; as_of?: string }>({ limit: defaultFigureRows })
  const reading = useCall(revenueAnalytics.difference, {
    params: { figure },
    query: { ...query, definition, than: other, ...shown, limit: String(shown.limit) } as never,
  })
  return (
    <QueryState of={reading} failed={t('analytics:figure.failed')} skeleton={<Skeleton rows={3} />}>
      {detail => (
        <>
          <Summary of={detail} />
          {detail.parts.map(term => (
            <Term key={term.part} of={detail} term={term} />
          ))}
          {detail.rows.length < detail.total && detail.rows.length < maxFigureRows && (
            <Button
              pending={reading.isFetching}
              onClick={() => setShown({ limit: maxFigureRows, as_of: detail.as_of })}
            >
              {t('analytics:figure.more')}
            </Button>
          )}
          {detail.unrecorded > 0 && <p>{t('definition.unrecorded', { number: detail.unrecorded })}</p>}
        </>
      )}
    </QueryState>
  )
}

/** The figure under both definitions, and how many rows make the difference. */
function Summary({ of }: { of: DifferenceDetail }) {
  const { t } = useTranslation('revenue')
  const write = useUnitFormat()
  const difference = useDifferenceFormat()
  const { value, than_value, unit, total } = of
  const changed = value !== null && than_value !== null && roundToUnit(unit, than_value - value)
  return (
    <div role="status">
      {(
        [
          [of.definition, value],
          [of.than, than_value],
        ] as const
      ).map(([definition, value]) => (
        <p key={definition} className="numbers">
          {t('definition.values', {
            name: t(`definition.names.${definition}`),
            value: write(unit, value),
          })}
        </p>
      ))}
      {changed !== false && (
        <p className={`${styles.difference} numbers`} data-difference={changed}>
          {t('definition.difference', { value: difference(unit, changed) })}
        </p>
      )}
      {total === 0 && <p>{t('definition.same')}</p>}
    </div>
  )
}

/** The rows of one term of the formula; they add up to its difference. */
function Term({ of, term }: { of: DifferenceDetail; term: DifferenceDetail['parts'][number] }) {
  const { t } = useTranslation('revenue')
  const difference = useDifferenceFormat()
  if (term.rows === 0) return null
  const unit = unitOfPart(definedFigures[of.definition][of.figure as RevenueFigure], term.part)
  const rows = of.rows.filter(row => row.part === term.part)
  const sum = roundToUnit(
    unit,
    rows.reduce((sum, row) => sum + row.difference, 0),
  )
  const title = t(`parts.${term.part as RevenuePart}`)
  return (
    <div>
      <h4>
        {title}{' '}
        <span className="numbers">{difference(unit, roundToUnit(unit, term.than_sum - term.sum))}</span>
      </h4>
      <ul>
        {rows.map(row => (
          <Row key={row.id} row={row} unit={unit} />
        ))}
      </ul>
      <p data-added={sum}>
        {rows.length === term.rows
          ? t('definition.proof', { rows: rows.length, value: difference(unit, sum) })
          : t('definition.shown', { shown: rows.length, rows: term.rows })}
      </p>
    </div>
  )
}

function Row({ row, unit }: { row: DifferenceRow; unit: Unit }) {
  const { t } = useTranslation('revenue')
  const format = useFormat()
  const difference = useDifferenceFormat()
  return (
    <li>
      {row.path ? <Link to={row.path}>{row.title}</Link> : <span>{row.title}</span>}
      <time dateTime={row.at ?? undefined}>{format.dateTime(row.at)}</time>
      <span className="numbers">{difference(unit, row.difference)}</span>
      <p>
        {row.reasons
          .map(({ definition, reason }) =>
            t('definition.because', {
              name: t(`definition.names.${definition}`),
              reason: t(`definition.reasons.${reason}`),
            }),
          )
          .join(' ')}
      </p>
    </li>
  )
}
