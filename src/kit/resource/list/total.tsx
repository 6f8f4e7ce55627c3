import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format.ts'
import { useWording } from '../../wording.ts'
import type { Rows } from '../rows.ts'
import { isNarrowed, type View } from '../view.ts'

interface TotalProps {
  of: Rows
  view: View
}

/** How many rows there are: to the last one, or about, where the server only estimates. */
export function Total({ of: { rows, total, estimated }, view }: TotalProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const wording = useWording()
  // Without rows the line still takes its place.
  if (!rows) return <span aria-hidden>&nbsp;</span>
  const said = estimated ? t('list.about', { total: wording.roughly(total) }) : format.number(total)
  return (
    <span className="numbers">{t(isNarrowed(view) ? 'list.matching' : 'list.total', { total: said })}</span>
  )
}
