import GroupOutlined from '@ant-design/icons/GroupOutlined'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Popover } from '../../popover.tsx'
import type { Labels } from '../labels.ts'
import type { Resource } from '../resource.ts'
import type { View } from '../view.ts'

const GroupMenu = lazy(async () => ({ default: (await import('../grouped/group-menu.tsx')).GroupMenu }))

interface GroupButtonProps {
  of: Resource
  view: View
  change: (part: Partial<View>) => void
  labels: Labels
}

/** Chooses the field by which rows are grouped. */
export function GroupButton({ of, view, change, labels }: GroupButtonProps) {
  const { t } = useTranslation('kit')
  const { groupBy } = view
  const label = groupBy ? t('list.groupedBy', { field: labels.field(groupBy.field) }) : t('list.groupBy')
  return (
    <Popover
      label={t('list.groupBy')}
      trigger={props => (
        <Button
          {...props}
          variant={groupBy ? 'plain' : 'quiet'}
          icon={<GroupOutlined />}
          aria-label={label}
          title={label}
        />
      )}
    >
      {close => (
        <Suspense fallback={null}>
          <GroupMenu
            of={of}
            chosen={groupBy}
            labels={labels}
            choose={groupBy => {
              close()
              change({ groupBy })
            }}
          />
        </Suspense>
      )}
    </Popover>
  )
}
