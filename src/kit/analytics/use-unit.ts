import { useTranslation } from 'react-i18next'
import type { Unit } from '#contract/kit/figure.ts'
import { useFormat } from '../format.ts'

/** Writes a value in its unit; one that is not there as a dash. */
export function useUnit(): (unit: Unit, value: number | null) => string {
  const { t } = useTranslation('analytics')
  const format = useFormat()
  return (unit, value) => {
    if (unit === 'money') return format.money(value)
    if (unit === 'percent') return format.percent(value)
    if (unit === 'milliseconds' && value !== null) return t('milliseconds', { value: format.number(value) })
    return format.number(value)
  }
}
