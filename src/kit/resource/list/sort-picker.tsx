import { useTranslation } from 'react-i18next'
import type { Labels } from '../labels.ts'
import type { Resource } from '../resource.ts'
import type { View } from '../view.ts'
import styles from './sort-picker.module.css'

interface SortPickerProps {
  of: Resource
  view: View
  change: (part: Partial<View>) => void
  labels: Labels
}

/** The order of the rows, where there is no room for headers to press. */
export function SortPicker({ of, view, change, labels }: SortPickerProps) {
  const { t } = useTranslation('kit')
  const [first] = view.sort
  return (
    <select
      className={styles.picker}
      aria-label={t('list.sortBy')}
      value={first ? `${first.descending ? '-' : ''}${first.field}` : ''}
      onChange={({ target: { value } }) =>
        change({ sort: [{ field: value.replace(/^-/, ''), descending: value.startsWith('-') }] })
      }
    >
      {of.listing.sort.flatMap(field => [
        <option key={field} value={field}>
          {labels.field(field)} ↑ {t('list.ascending')}
        </option>,
        <option key={`-${field}`} value={`-${field}`}>
          {labels.field(field)} ↓ {t('list.descending')}
        </option>,
      ])}
    </select>
  )
}
