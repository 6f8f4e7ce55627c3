import { useTranslation } from 'react-i18next'
import styles from './figure-value.module.css'
import { type Held, useFigures, useOpenFigure } from './figures.ts'
import { useUnit } from './use-unit.ts'

interface FigureValueProps {
  figure: string
  /** Of what it is the figure, where the words around it say so only to the eye. */
  of?: string
  value: number | null
  held?: Held
}

/** A figure within a line or a table, which opens as well. */
export function FigureValue({ figure, of, value, held }: FigureValueProps) {
  const { t } = useTranslation('analytics')
  const figures = useFigures()
  const { open } = useOpenFigure()
  const write = useUnit()
  const written = write(figures.definitions[figure]?.unit ?? 'count', value)
  const title = figures.title(figure)
  return (
    <button
      type="button"
      className={`${styles.value} numbers`}
      data-figure={figure}
      aria-label={t('figure.open', { figure: of ? `${title}, ${of}` : title, value: written })}
      onClick={() => open(figure, held)}
    >
      {written}
    </button>
  )
}
