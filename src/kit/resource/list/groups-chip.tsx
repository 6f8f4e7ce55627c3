import CloseOutlined from '@ant-design/icons/CloseOutlined'
import PartitionOutlined from '@ant-design/icons/PartitionOutlined'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Popover } from '../../popover.tsx'
import type { FilterGroups } from '../filter-groups.ts'
import type { Labels } from '../labels.ts'
import type { Resource } from '../resource.ts'
import styles from './filter-bar.module.css'
import { GroupsText } from './filter-text.tsx'

const GroupsEditor = lazy(async () => ({ default: (await import('./groups-editor.tsx')).GroupsEditor }))

interface GroupsChipProps {
  of: Resource
  groups: FilterGroups | null
  labels: Labels
  change: (to: FilterGroups | null) => void
}

/** Filter groups as text; clicking edits them, the cross removes them. Without groups, the button that adds them. */
export function GroupsChip({ of, groups, labels, change }: GroupsChipProps) {
  const { t } = useTranslation('kit')
  return (
    <span className={groups ? styles.chip : undefined}>
      <Popover
        label={t('filter.groupsBy')}
        trigger={props =>
          groups ? (
            <button
              type="button"
              {...props}
              className={styles.said}
              aria-description={t('filter.groupsChange')}
              data-tooltip={t('filter.groupsChange')}
            >
              <span className={styles.values}>
                <GroupsText of={of} labels={labels} groups={groups} />
              </span>
            </button>
          ) : (
            <Button {...props} variant="quiet" icon={<PartitionOutlined />} shrinks>
              {t('filter.groups')}
            </Button>
          )
        }
      >
        {close => (
          <Suspense fallback={null}>
            <GroupsEditor
              of={of}
              groups={groups}
              labels={labels}
              apply={to => {
                change(to)
                close()
              }}
            />
          </Suspense>
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
