import CloseOutlined from '@ant-design/icons/CloseOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover } from '../../popover.tsx'
import styles from './filter-bar.module.css'

interface ChipProps {
  /** Name of the filtered field. */
  name: string
  /** The values that it is filtered by. */
  value: ReactNode
  /** Content of the panel that edits the filter. */
  children: (close: () => void) => ReactNode
  onRemove: () => void
}

/** A filter as text; clicking edits it, the cross removes it. */
export function Chip({ name, value, children, onRemove }: ChipProps) {
  const { t } = useTranslation('kit')
  return (
    <span className={styles.chip}>
      <Popover
        label={t('filter.change', { field: name })}
        trigger={props => (
          <button type="button" {...props} className={styles.said}>
            <span className={styles.field}>{name}</span>
            <span className={styles.values}>{value}</span>
          </button>
        )}
      >
        {children}
      </Popover>
      <button
        type="button"
        className={styles.remove}
        aria-label={t('filter.remove', { field: name })}
        onClick={onRemove}
      >
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
}
