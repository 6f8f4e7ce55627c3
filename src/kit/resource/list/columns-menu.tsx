import TableOutlined from '@ant-design/icons/TableOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Popover } from '../../popover.tsx'
import type { Labels } from '../labels.ts'
import type { Resource } from '../resource.ts'
import styles from './menu.module.css'

interface ColumnsMenuProps {
  of: Resource
  shown: readonly string[]
  /** Told the columns to show, or null for those of the declaration. */
  choose: (columns: readonly string[] | null) => void
  labels: Labels
}

/** Which fields are columns. A column that is added takes the place it has in the declaration or the schema. */
export function ColumnsMenu({ of, shown, choose, labels }: ColumnsMenuProps) {
  const { t } = useTranslation('kit')
  const order = [...new Set([...of.list.columns, ...of.fields.keys()])]
  const toggle = (name: string) =>
    choose(order.filter(other => (other === name ? !shown.includes(name) : shown.includes(other))))
  return (
    <Popover
      label={t('list.columns')}
      trigger={props => (
        <Button
          {...props}
          look="quiet"
          icon={<TableOutlined />}
          aria-label={t('list.columns')}
          title={t('list.columns')}
        />
      )}
    >
      {close => (
        <>
          <ul className={styles.options}>
            {order.map(name => (
              <li key={name}>
                <label className={styles.option}>
                  <input
                    type="checkbox"
                    checked={shown.includes(name)}
                    disabled={shown.length === 1 && shown[0] === name}
                    onChange={() => toggle(name)}
                  />
                  {labels.field(name)}
                </label>
              </li>
            ))}
          </ul>
          <div className={styles.foot}>
            <Button
              look="quiet"
              onClick={() => {
                choose(null)
                close()
              }}
            >
              {t('list.columnsReset')}
            </Button>
          </div>
        </>
      )}
    </Popover>
  )
}
