import { useTranslation } from 'react-i18next'
import type { FieldKind } from '#contract/fields.ts'
import type { Filter } from '../filter.ts'
import styles from './menu.module.css'

type Range = Extract<Filter, { by: 'between' }>

interface RangeInputsProps {
  kind: FieldKind
  range: Range
  change: (range: Range) => void
}

/** The ends of a range of numbers or days; either may be left open. */
export function RangeInputs({ kind, range, change }: RangeInputsProps) {
  const { t } = useTranslation('kit')
  const input = (end: 'from' | 'to') => (
    <label className={styles.caption}>
      {t(`filter.${end}`)}
      <input
        className={styles.input}
        type={kind === 'number' ? 'number' : 'date'}
        step="any"
        value={(kind === 'number' ? range[end] : range[end]?.slice(0, 10)) ?? ''}
        onChange={({ target: { value } }) => {
          const { [end]: _, ...rest } = range
          change(value === '' ? rest : { ...range, [end]: value })
        }}
      />
    </label>
  )
  return (
    <div className={styles.pair}>
      {input('from')}
      {input('to')}
    </div>
  )
}
