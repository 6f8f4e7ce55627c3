import { useTranslation } from 'react-i18next'
import styles from './pick-cells.module.css'
import type { Selecting } from './selection.ts'

interface PickRowProps {
  selecting: Selecting
  id: string
  index: number
  name: string
}

/** The box that chooses a row; with Shift, all rows from the one chosen last. By the keyboard that is x. */
export function PickRow({ selecting, id, index, name }: PickRowProps) {
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

/** The box that chooses the rows of this page. */
export function PickPage({ selecting }: { selecting: Selecting }) {
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
