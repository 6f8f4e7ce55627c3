import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format.ts'
import type { Rows } from '../rows.ts'
import { isNarrowed, type View } from '../view.ts'

interface TotalProps {
  of: Rows
  view: View
}

/** How many rows there are: to the last one, or about, where the server only estimates. */
export function Total({ of: { rows, total, estimated }, view }: TotalProps) {
  const { t, i18n } = useTranslation('kit')
  const format = useFormat()
  // Without rows the line still takes its place.
  if (!rows) return <span aria-hidden>&nbsp;</span>
  const roughly = total.toLocaleString(i18n.language, { notation: 'compact', maximumFractionDigits: 1 })
  const said = estimated ? t('list.about', { total: roughly }) : format.number(total)
  return (
    <span className="numbers">{t(isNarrowed(view) ? 'list.matching' : 'list.total', { total: said })}</span>
  )
}
