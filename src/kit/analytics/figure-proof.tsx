import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addUp, evaluate, type Figure } from '#contract/kit/figure.ts'
import { Button } from '../button.tsx'
import { say } from '../toasts.ts'
import { allRows, type Opened } from './all-rows.ts'
import styles from './figure-panel.module.css'
import { useUnit } from './use-unit.ts'

/** Says what the rows come to when they are added up here: at once where all of them are shown, else when it is asked for. */
export function FigureProof({ of, definition }: { of: Opened; definition: Figure }) {
  const { t } = useTranslation('analytics')
  const write = useUnit()
  const { parts, rows: shown, total, unit } = of.answer
  const adding = useMutation({
    mutationFn: () => allRows(of),
    onError: () => say({ tone: 'bad', text: t('figure.failed') }),
  })
  const rows = shown.length === total ? shown : adding.data
  const value =
    rows &&
    evaluate(
      definition,
      addUp(
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
