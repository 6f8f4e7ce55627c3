import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Span, spans } from '../filter.ts'
import styles from '../menu.module.css'

interface SpanListProps {
  chosen: Span
  choose: (span: Span) => void
}

/** One of the spans that end now. */
export function SpanList({ chosen, choose }: SpanListProps) {
  const { t } = useTranslation('kit')
  const name = useId()
  return (
    <div className={styles.options} role="radiogroup" aria-label={t('filter.ways.last')}>
      {spans.map(span => (
        <label key={span} className={styles.option}>
          <input type="radio" name={name} checked={span === chosen} onChange={() => choose(span)} />
          {t(`filter.spans.${span}`)}
        </label>
      ))}
    </div>
  )
}
