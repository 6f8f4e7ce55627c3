import type { z } from 'zod'
import type { Assignment } from '#contract/people/assignments.ts'
import { useFormat } from '../format.ts'
import { useLocaleFormats } from '../locale-formats.ts'
import { useNow } from '../use-now.ts'
import styles from './gauge.module.css'
import { useLabels } from './labels.ts'
import type { FieldView } from './resource.ts'

interface GaugeProps {
  percent: number
  /** At or below this percentage it is highlighted. */
  low: number
}

function Gauge({ percent, low }: GaugeProps) {
  const format = useFormat()
  return (
    <span className={percent <= low ? `${styles.gauge} ${styles.low}` : styles.gauge}>
      <span className={styles.track} aria-hidden>
        <span className={styles.level} style={{ inlineSize: `${percent}%` }} />
      </span>
      {format.percent(percent)}
    </span>
  )
}

/** Shows a percentage as a number and a bar, highlighted when low. */
export const gauge = (low: number): FieldView<number> => ({
  show: percent => <Gauge percent={percent} low={low} />,
})

function Ago({ instant }: { instant: string }) {
  const format = useFormat()
  useNow()
  return (
    <time dateTime={instant} title={format.dateTime(instant)}>
      {format.ago(instant)}
    </time>
  )
}

/** Shows an instant as relative time. */
export const ago: FieldView<string> = { show: instant => <Ago instant={instant} /> }

const Money = ({ dollars }: { dollars: number }) => <>{useFormat().money(dollars)}</>

/** Shows a number as US dollars. */
export const money: FieldView<number> = {
  show: dollars => <Money dollars={dollars} />,
}

type ConsentValue = z.output<typeof Assignment>['consent']

function Consent({ of }: { of: ConsentValue }) {
  const labels = useLabels('assignments')
  const { list } = useLocaleFormats()
  const granted = (['location', 'transcripts'] as const).filter(what => of[what])
  const names = granted.length > 0 ? granted : ['none']
  return list(names.map(what => labels.option('consent', what)))
}

/** Shows what a person consented to share, in words. */
export const consent: FieldView<ConsentValue> = { show: of => <Consent of={of} /> }
