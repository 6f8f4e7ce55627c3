import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Callout } from '../../callout.tsx'
import { useFormat } from '../../format.ts'
import styles from './past-bar.module.css'

const AsOfDialog = lazy(() => import('./as-of-dialog.tsx'))

interface PastBarProps {
  kind: 'record' | 'list' | 'figures'
  asOf: string
  /** Number of rows that a list leaves out. */
  omitted?: number | undefined
  /** Null leads back to the present. */
  choose: (instant: string | null) => void
}

/** Says that the past is shown, for as long as it is. */
export function PastBar({ kind, asOf, omitted = 0, choose }: PastBarProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  return (
    <Callout tone="warn" role="status">
      <div className={styles.bar}>
        <p>
          <strong>{t(`past.${kind}`, { time: format.dateTime(asOf) })}</strong>
          {omitted > 0 && <> {t('past.omitted', { count: omitted })}</>}
        </p>
        <span className={styles.actions}>
          <Button onClick={() => setAsking(true)}>{t('past.change')}</Button>
          <Button variant="main" onClick={() => choose(null)}>
            {t('past.back')}
          </Button>
        </span>
      </div>
      {isAsking && (
        <Suspense>
          <AsOfDialog title={t('past.title')} asOf={asOf} choose={choose} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Callout>
  )
}
