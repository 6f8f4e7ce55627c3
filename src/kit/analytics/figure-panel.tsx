import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  type DrillDownEndpoint,
  defaultFigureRows,
  evaluate,
  type Figure,
  type FigureDetail,
  type FigureRow,
  maxFigureRows,
  sumParts,
  type Unit,
  unitOfPart,
} from '#contract/kit/figure.ts'
import { Button } from '../button.tsx'
import { call } from '../call.ts'
import { saveCsv } from '../download.ts'
import { Drawer } from '../drawer.tsx'
import { WatchFigure } from '../figure-rules/watch-figure.tsx'
import { useFormat } from '../format.ts'
import { QueryState } from '../query-state.tsx'
import { Skeleton } from '../skeleton.tsx'
import { toast } from '../toasts.ts'
import { useCall } from '../use-call.ts'
import { equationOf } from './equation.ts'
import styles from './figure-panel.module.css'
import { type FigureFilters, type Figures, useFigures, useOpenFigure, useUnitFormat } from './figures.ts'
import { PeriodText } from './figures-page.tsx'

/** Panel for the figure in the URL: formula, filters and rows. */
export default function FigurePanel() {
  const { opened, open, close } = useOpenFigure()
  const figures = useFigures()
  const definition = opened && figures.definitions[opened.figure]
  if (!opened || !definition) return null
  const { figure } = opened
  const { than, ...held } = opened.held
  return (
    <Drawer title={figures.title(figure)} onClose={close}>
      <OpenedFigure key={JSON.stringify([figure, held])} {...{ figure, held, definition }}>
        {figures.Comparison && (
          <figures.Comparison
            figure={figure}
            query={queryOf(figures, held)}
            than={than}
            compare={than => open(figure, { ...held, ...(than && { than }) })}
          />
        )}
      </OpenedFigure>
    </Drawer>
  )
}

interface OpenedProps {
  figure: string
  held: FigureFilters
  definition: Figure
  children: ReactNode
}

/** The query that opens a figure: the figure's own time range overrides the screen's. */
const queryOf = ({ time, params }: Figures, held: FigureFilters): FigureFilters => {
  const ofItsOwn = 'from' in held || 'time_range' in held
  return { ...(ofItsOwn ? {} : time), ...held, ...params }
}

/** Number of rows shown, and the instant they are read at. */
interface Shown {
  limit: number
  as_of?: string
}

function OpenedFigure({ figure, held, definition, children }: OpenedProps) {
  const { t } = useTranslation('analytics')
  const figures = useFigures()
  const write = useUnitFormat()
  const [{ limit, ...shown }, setShown] = useState<Shown>({ limit: defaultFigureRows })
  const query = queryOf(figures, held)
  const reading = useCall(figures.endpoint, {
    params: { figure },
    query: { ...query, ...shown, limit: String(limit) } as never,
  })
  const save = useMutation({
    mutationFn: async (detail: FigureDetail) => {
      const rows = await fetchAllFigureRows({ endpoint: figures.endpoint, figure, query, answer: detail })
      const head = ['part', 'at', 'title', ...figures.facets, 'amount', 'id']
      const body = rows.map(({ part, at, title, facets, amount, id }) => [
        figures.part(part),
        at,
        title,
        ...figures.facets.map(facet => facets[facet] ?? null),
        amount,
        id,
      ])
      saveCsv(figure, [head, ...body])
    },
    onError: () => toast({ tone: 'bad', text: t('figure.failed') }),
  })
  return (
    <QueryState of={reading} failed={t('figure.failed')} skeleton={<Skeleton rows={6} />}>
      {detail => {
        const list = figures.list?.(figure, detail.period, held)
        return (
          <div className={styles.opened}>
            <p className={`${styles.value} numbers`} data-value={String(detail.value)}>
              {'growth' in definition.formula && (detail.value ?? 0) > 0 && '+'}
              {write(detail.unit, detail.value)}
            </p>
            <PeriodText of={detail.period} hours={query.time_range?.endsWith('h')} />
            <section aria-label={t('figure.formula')} className={styles.formula}>
              <p>{figures.formula(figure)}</p>
              <p className="numbers">{equationOf(definition, detail, figures.part, write)}</p>
            </section>
            <Filters held={held} />
            <div className={styles.actions}>
              <Button
                icon={<DownloadOutlined />}
                pending={save.isPending}
                disabled={detail.total === 0}
                onClick={() => save.mutate(detail)}
              >
                {t('figure.csv')}
              </Button>
              <WatchFigure figure={figure} detail={detail} query={query} />
              {list && <Link to={list}>{t('figure.list')}</Link>}
            </div>
            {children}
            <FigureRows of={detail} definition={definition} />
            <FigureCheck
              of={{ endpoint: figures.endpoint, figure, query, answer: detail }}
              definition={definition}
            />
            {detail.rows.length < detail.total && detail.rows.length < maxFigureRows && (
              <Button
                pending={reading.isFetching}
                onClick={() =>
                  setShown({
                    limit: limit === defaultFigureRows ? 200 : maxFigureRows,
                    as_of: detail.period.to,
                  })
                }
              >
                {t('figure.more')}
              </Button>
            )}
          </div>
        )
      }}
    </QueryState>
  )
}

/** The filters of the figure besides its time range. */
function Filters({ held }: { held: FigureFilters }) {
  const { t } = useTranslation('analytics')
  const figures = useFigures()
  const facets = figures.facets.filter(facet => held[facet] !== undefined)
  return (
    <p className={styles.filters}>
      {t('figure.filters')}:{' '}
      {facets.length === 0
        ? t('figure.unfiltered')
        : facets
            .map(facet => `${figures.facet(facet)} = ${figures.value(facet, held[facet] ?? '')}`)
            .join(' · ')}
    </p>
  )
}

/** Rows of an opened figure, by part. */
export function FigureRows({ of, definition }: { of: FigureDetail; definition: Figure }) {
  const { t } = useTranslation('analytics')
  const figures = useFigures()
  const write = useUnitFormat()
  return of.parts.map(({ part, sum, rows }) => (
    <section key={part} className={styles.part} aria-label={figures.part(part)}>
      <h3>
        {figures.part(part)}{' '}
        <span className="numbers">
          {t('figure.part', { count: rows, sum: write(unitOfPart(definition, part), sum) })}
        </span>
      </h3>
      <ul>
        {of.rows
          .filter(row => row.part === part)
          .map(row => (
            <Row key={`${row.id} ${row.at}`} row={row} unit={unitOfPart(definition, part)} />
          ))}
      </ul>
    </section>
  ))
}

function Row({ row, unit }: { row: FigureRow; unit: Unit }) {
  const figures = useFigures()
  const format = useFormat()
  const write = useUnitFormat()
  const facets = figures.facets.flatMap(facet => {
    const value = row.facets[facet]
    return value ? [figures.value(facet, value)] : []
  })
  return (
    <li>
      <span className={styles.what}>
        {row.path ? <Link to={row.path}>{row.title}</Link> : row.title}
        <span>{facets.join(' · ')}</span>
      </span>
      <time dateTime={row.at ?? undefined}>{format.dateTime(row.at)}</time>
      <span className={`${styles.amount} numbers`}>{write(unit, row.amount)}</span>
    </li>
  )
}

/** An opened figure and the query that opened it. */
export interface FigureRequest {
  endpoint: DrillDownEndpoint
  figure: string
  query: FigureFilters
  answer: FigureDetail
}

/** Fetches all rows of an opened figure page by page, up to the instant at which it was opened. */
export async function fetchAllFigureRows({
  endpoint,
  figure,
  query,
  answer,
}: FigureRequest): Promise<FigureRow[]> {
  const rows: FigureRow[] = []
  for (let total = answer.total; rows.length < total; ) {
    const page = {
      ...query,
      as_of: answer.period.to,
      start: String(rows.length),
      limit: String(maxFigureRows),
    }
    const reply: FigureDetail = await call(endpoint, { params: { figure }, query: page as never })
    total = reply.rows.length > 0 ? reply.total : 0
    rows.push(...reply.rows)
  }
  return rows
}

/** Recomputes the figure from its rows in the browser: at once when all rows are loaded, otherwise on request. */
export function FigureCheck({ of, definition }: { of: FigureRequest; definition: Figure }) {
  const { t } = useTranslation('analytics')
  const write = useUnitFormat()
  const { parts, rows: shown, total, unit } = of.answer
  const adding = useMutation({
    mutationFn: () => fetchAllFigureRows(of),
    onError: () => toast({ tone: 'bad', text: t('figure.failed') }),
  })
  const rows = shown.length === total ? shown : adding.data
  const value =
    rows &&
    evaluate(
      definition,
      sumParts(
        parts.map(({ part }) => part),
        rows,
      ),
    )
  return (
    <div className={styles.proof}>
      <p role="status" data-recomputed={rows && String(value)}>
        {rows
          ? t('figure.proof', { count: rows.length, value: write(unit, value ?? null) })
          : t('figure.shown', { shown: shown.length, total })}
      </p>
      {!rows && (
        <Button pending={adding.isPending} onClick={() => adding.mutate()}>
          {t('figure.addUp', { count: total })}
        </Button>
      )}
    </div>
  )
}
