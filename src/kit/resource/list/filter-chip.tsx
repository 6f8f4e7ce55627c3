import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { useTranslation } from 'react-i18next'
import { Popover } from '../../popover.tsx'
import type { Filter } from '../filter.ts'
import type { Labels } from '../labels.ts'
import type { Field } from '../resource.ts'
import styles from './filter-bar.module.css'
import { FilterEditor } from './filter-editor.tsx'
import { FilterText } from './filter-text.tsx'

interface FilterChipProps {
  field: Field
  filter: Filter
  labels: Labels
  change: (to: Filter | undefined) => void
}

/** A filter in words; pressing it changes it, the cross takes it away. */
export function FilterChip({ field, filter, labels, change }: FilterChipProps) {
  const { t } = useTranslation('kit')
  const name = labels.field(field.name)
  return (
    <span className={styles.chip}>
      <Popover
        label={t('filter.change', { field: name })}
        trigger={props => (
          <button type="button" {...props} className={styles.said}>
            <span className={styles.field}>{name}</span>
            <span className={styles.values}>
              <FilterText field={field} filter={filter} labels={labels} />
            </span>
          </button>
        )}
      >
        {close => (
          <FilterEditor
            field={field}
            filter={filter}
            labels={labels}
            apply={to => {
              change(to)
              close()
            }}
          />
        )}
      </Popover>
      <button
        type="button"
        className={styles.remove}
        aria-label={t('filter.remove', { field: name })}
        onClick={() => change(undefined)}
      >
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
}
