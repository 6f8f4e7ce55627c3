import CloseOutlined from '@ant-design/icons/CloseOutlined'
import PartitionOutlined from '@ant-design/icons/PartitionOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Popover } from '../../popover.tsx'
import type { Groups } from '../groups.ts'
import type { Labels } from '../labels.ts'
import type { Resource } from '../resource.ts'
import styles from './filter-bar.module.css'
import { GroupsEditor } from './groups-editor.tsx'
import { GroupsText } from './groups-text.tsx'

interface GroupsChipProps {
  of: Resource
  groups: Groups | null
  labels: Labels
  change: (to: Groups | null) => void
}

/** Groups of conditions in words; pressing them changes them, the cross takes them away. Without any, the way to them. */
export function GroupsChip({ of, groups, labels, change }: GroupsChipProps) {
  const { t } = useTranslation('kit')
  return (
    <span className={groups ? styles.chip : undefined}>
      <Popover
        label={t('filter.groupsBy')}
        trigger={props =>
          groups ? (
            <button type="button" {...props} className={styles.said} title={t('filter.groupsChange')}>
              <span className={styles.values}>
                <GroupsText of={of} labels={labels} groups={groups} />
              </span>
            </button>
          ) : (
            <Button {...props} look="quiet" icon={<PartitionOutlined />}>
              {t('filter.groups')}
            </Button>
          )
        }
      >
        {close => (
          <GroupsEditor
            of={of}
            groups={groups}
            labels={labels}
            apply={to => {
              change(to)
              close()
            }}
          />
        )}
      </Popover>
      {groups && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t('filter.groupsRemove')}
          onClick={() => change(null)}
        >
          <CloseOutlined aria-hidden />
        </button>
      )}
    </span>
  )
}
