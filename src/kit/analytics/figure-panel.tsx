import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  type Figure,
  maxFigureRows,
  type OpenFigure,
  unitOfParts,
  usualFigureRows,
} from '#contract/kit/figure.ts'
import { Button } from '../button.tsx'
import { Drawer } from '../drawer.tsx'
import { Reading } from '../reading.tsx'
import { saveCsv } from '../save-csv.ts'
import { Skeleton } from '../skeleton.tsx'
import { say } from '../toasts.ts'
import { useCall } from '../use-call.ts'
import { allRows } from './all-rows.ts'
import { equationOf } from './equation.ts'
import styles from './figure-panel.module.css'
import { FigureProof } from './figure-proof.tsx'
import { FigureRows } from './figure-rows.tsx'
import { type Figures, type Held, useFigures, useOpenFigure } from './figures.ts'
import { PeriodText } from './period-text.tsx'
import { useUnit } from './use-unit.ts'

/** The figure that the address opens: its formula, what it is held to, and the rows that it is made of. */
export default function FigurePanel() {
  const { opened, close } = useOpenFigure()
  const figures = useFigures()
  const definition = opened && figures.definitions[opened.figure]
  if (!opened || !definition) return null
  return (
    <Drawer title={figures.title(opened.figure)} onClose={close}>
      <OpenedFigure key={JSON.stringify(opened)} {...opened} definition={definition} />
    </Drawer>
  )
}

interface OpenedProps {
  figure: string
  held: Held
  definition: Figure
}

/** The query that opens a figure: what it is held to goes before the screen's own time. */
const queryOf = ({ time }: Figures, held: Held): Held => {
  const ofItsOwn = 'from' in held || 'time_range' in held
  return { ...(ofItsOwn ? {} : time), ...held }
}

/** How many rows are shown; more of them are those of the same instant. */
interface Shown {
  limit: number
  as_of?: string
}

function OpenedFigure({ figure, held, definition }: OpenedProps) {
  const { t } = useTranslation('analytics')
  const figures = useFigures()
  const write = useUnit()
  const [{ limit, ...shown }, setShown] = useState<Shown>({ limit: usualFigureRows })
  const query = queryOf(figures, held)
  const reading = useCall(figures.endpoint, {
    params: { figure },
    query: { ...query, ...shown, limit: String(limit) } as never,
  })
  const save = useMutation({
    mutationFn: async (answer: OpenFigure) => {
      const rows = await allRows({ endpoint: figures.endpoint, figure, query, answer })
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
            <PeriodText of={answer.period} hours={query.time_range?.endsWith('h')} />
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
                onClick={() => save.mutate(answer)}
              >
                {t('figure.csv')}
              </Button>
              {list && <Link to={list}>{t('figure.list')}</Link>}
            </div>
            <FigureRows of={answer} unit={unitOfParts(definition)} />
            <FigureProof of={{ endpoint: figures.endpoint, figure, query, answer }} definition={definition} />
            {answer.rows.length < answer.total && answer.rows.length < maxFigureRows && (
              <Button
                pending={reading.isFetching}
                onClick={() =>
                  setShown({
                    limit: limit === usualFigureRows ? 200 : maxFigureRows,
                    as_of: answer.period.to,
                  })
                }
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
