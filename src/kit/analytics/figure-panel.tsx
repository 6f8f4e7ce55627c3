import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  addUp,
  evaluate,
  type Figure,
  maxFigureRows,
  type OpenFigure,
  unitOfParts,
  usualFigureRows,
} from '#contract/figure.ts'
import { Button } from '../button.tsx'
import { call } from '../call.ts'
import { Drawer } from '../drawer.tsx'
import { Reading } from '../reading.tsx'
import { saveCsv } from '../save-csv.ts'
import { Skeleton } from '../skeleton.tsx'
import { say } from '../toasts.ts'
import { useCall } from '../use-call.ts'
import { equationOf } from './equation.ts'
import styles from './figure-panel.module.css'
import { FigureRows } from './figure-rows.tsx'
import { type Figures, type Held, useFigures, useOpenFigure } from './figures.ts'
import { PeriodText } from './period-text.tsx'
import { useUnit } from './use-unit.ts'

/** The figure that the address opens: its formula, what it is held to, and the rows that it is made of. */
export function FigurePanel() {
  const { opened, close } = useOpenFigure()
  const figures = useFigures()
  const definition = opened && figures.definitions[opened.figure]
  if (!opened || !definition) return null
  return (
    <Drawer title={figures.title(opened.figure)} onClose={close}>
      <Opened key={JSON.stringify(opened)} {...opened} definition={definition} />
    </Drawer>
  )
}

interface OpenedProps {
  figure: string
  held: Held
  definition: Figure
}

/** The query that opens a figure: what it is held to goes before the screen's own time. */
const queryOf = ({ time }: Figures, held: Held) => {
  const ofItsOwn = 'from' in held || 'time_range' in held
  return { ...(ofItsOwn ? {} : time), ...held }
}

function Opened({ figure, held, definition }: OpenedProps) {
  const { t } = useTranslation('analytics')
  const figures = useFigures()
  const write = useUnit()
  const [limit, setLimit] = useState(usualFigureRows)
  const params = { figure }
  const query = queryOf(figures, held)
  const reading = useCall(figures.endpoint, { params, query: { ...query, limit: String(limit) } as never })
  const save = useMutation({
    mutationFn: async () => {
      const rows: OpenFigure['rows'] = []
      for (let total = 1; rows.length < total; ) {
        const page = { ...query, start: String(rows.length), limit: String(maxFigureRows) }
        const reply: OpenFigure = await call(figures.endpoint, { params, query: page as never })
        total = reply.rows.length > 0 ? reply.total : 0
        rows.push(...reply.rows)
      }
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
    onError: () => say({ tone: 'bad', text: t('figure.failed') }),
  })
  return (
    <Reading of={reading} failed={t('figure.failed')} skeleton={<Skeleton rows={6} />}>
      {answer => {
        const list = figures.list?.(figure, answer.period, held)
        return (
          <div className={styles.opened}>
            <p className={`${styles.value} numbers`} data-value={String(answer.value)}>
              {write(answer.unit, answer.value)}
            </p>
            <PeriodText of={answer.period} />
            <section aria-label={t('figure.formula')} className={styles.formula}>
              <p>{figures.formula(figure)}</p>
              <p className="numbers">{equationOf(definition, answer, figures.part, write)}</p>
            </section>
            <Filters held={held} />
            <div className={styles.acts}>
              <Button
                icon={<DownloadOutlined />}
                pending={save.isPending}
                disabled={answer.total === 0}
                onClick={() => save.mutate()}
              >
                {t('figure.csv')}
              </Button>
              {list && <Link to={list}>{t('figure.list')}</Link>}
            </div>
            <FigureRows of={answer} unit={unitOfParts(definition)} />
            <Proof of={answer} definition={definition} />
            {answer.rows.length < answer.total && answer.rows.length < maxFigureRows && (
              <Button
                pending={reading.isFetching}
                onClick={() => setLimit(limit === usualFigureRows ? 200 : maxFigureRows)}
              >
                {t('figure.more')}
              </Button>
            )}
          </div>
        )
      }}
    </Reading>
  )
}

/** What the figure is held to beside its time. */
function Filters({ held }: { held: Held }) {
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

/** Says, once all rows are there, what they come to when they are added up here. */
function Proof({ of, definition }: { of: OpenFigure; definition: Figure }) {
  const { t } = useTranslation('analytics')
  const write = useUnit()
  const all = of.rows.length === of.total
  const parts = of.parts.map(({ part }) => part)
  const value = evaluate(definition, addUp(parts, of.rows))
  return (
    <p className={styles.proof} role="status" data-recomputed={all ? String(value) : undefined}>
      {all
        ? t('figure.proof', { count: of.total, value: write(of.unit, value) })
        : t('figure.shown', { shown: of.rows.length, total: of.total })}
    </p>
  )
}
