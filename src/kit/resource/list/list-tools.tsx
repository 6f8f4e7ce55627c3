import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import LinkOutlined from '@ant-design/icons/LinkOutlined'
import MenuOutlined from '@ant-design/icons/MenuOutlined'
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined'
import { useTranslation } from 'react-i18next'
import { useHref, useLocation } from 'react-router'
import type { ListPreferences } from '#contract/platform/lists.ts'
import { Button } from '../../button.tsx'
import { CopyButton } from '../../copy-button.tsx'
import { Select } from '../../select.tsx'
import type { Labels } from '../labels.ts'
import type { Resource } from '../resource.ts'
import { encodeView, type View } from '../view.ts'
import styles from './sort-picker.module.css'

interface SortPickerProps {
  of: Resource
  view: View
  change: (part: Partial<View>) => void
  labels: Labels
}

/** Sort order, where there is no room for column headers. */
export function SortPicker({ of, view, change, labels }: SortPickerProps) {
  const { t } = useTranslation('kit')
  const [first] = view.sort
  return (
    <div className={styles.picker}>
      <Select
        label={t('list.sortBy')}
        value={first && `${first.descending ? '-' : ''}${first.field}`}
        options={of.listing.sort.flatMap(field => [
          { value: field, label: `${labels.field(field)} ↑ ${t('list.ascending')}` },
          { value: `-${field}`, label: `${labels.field(field)} ↓ ${t('list.descending')}` },
        ])}
        onChange={value =>
          change({ sort: [{ field: value.replace(/^-/, ''), descending: value.startsWith('-') }] })
        }
      />
    </div>
  )
}

interface DensityButtonProps {
  density: ListPreferences['density']
  choose: (density: ListPreferences['density']) => void
}

/** Toggles between compact and comfortable rows. */
export function DensityButton({ density, choose }: DensityButtonProps) {
  const { t } = useTranslation('kit')
  const compact = density === 'compact'
  const act = t(compact ? 'list.comfortable' : 'list.compact')
  return (
    <Button
      variant="quiet"
      icon={compact ? <MenuOutlined /> : <UnorderedListOutlined />}
      aria-label={act}
      title={act}
      onClick={() => choose(compact ? 'roomy' : 'compact')}
    />
  )
}

/** Copies a link to exactly this view, including columns. */
export function CopyView({ of, view }: { of: Resource; view: View }) {
  const { t } = useTranslation('kit')
  const path = useHref(useLocation().pathname)
  return (
    <CopyButton
      text={() => `${window.location.origin}${path}?${encodeView(view, of)}`}
      label={t('list.copyLink')}
      icon={<LinkOutlined />}
    />
  )
}

interface RemovedSwitchProps {
  on: boolean
  turn: (on: boolean) => void
}

/** Toggles between current and deleted records. */
export function DeletedToggle({ on, turn }: RemovedSwitchProps) {
  const { t } = useTranslation('kit')
  return (
    <Button
      variant={on ? 'plain' : 'quiet'}
      icon={<DeleteOutlined />}
      aria-label={t('restore.show')}
      title={t('restore.show')}
      aria-pressed={on}
      onClick={() => turn(!on)}
    >
      {on && t('restore.shown')}
    </Button>
  )
}
