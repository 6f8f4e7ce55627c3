import { useTranslation } from 'react-i18next'
import styles from './select-cells.module.css'
import type { SelectionControls } from './selection.ts'

interface SelectRowCellProps {
  selecting: SelectionControls
  id: string
  index: number
  name: string
}

/** Checkbox that selects a row; Shift selects a range. Keyboard shortcut: x. */
export function SelectRowCell({ selecting, id, index, name }: SelectRowCellProps) {
  const { t } = useTranslation('bulk')
  return (
    <td className={styles.pick}>
      <label>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t('select.row', { name })}
          checked={selecting.has(id)}
          onChange={({ nativeEvent }) =>
            nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
              ? selecting.extendTo(index)
              : selecting.toggle(index)
          }
        />
      </label>
    </td>
  )
}

/** Checkbox that selects all rows of the page. */
export function SelectPageCell({ selecting }: { selecting: SelectionControls }) {
  const { t } = useTranslation('bulk')
  return (
    <th className={styles.pick}>
      <label>
        <input
          ref={box => {
            if (box) box.indeterminate = selecting.page === 'some'
          }}
          type="checkbox"
          aria-label={t('select.page')}
          disabled={selecting.empty}
          checked={selecting.page === 'whole'}
          onChange={selecting.togglePage}
        />
      </label>
    </th>
  )
}
