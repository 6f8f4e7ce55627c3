import { useTranslation } from 'react-i18next'
import type { DutyWindow } from '#contract/alerts/duty.ts'
import { useFormZone } from '../resource/form/form-zone.ts'
import { useLabels } from '../resource/labels.ts'
import type { Row } from '../resource/resource.ts'
import { WindowsInput } from './windows-input.tsx'

interface DutyInputProps {
  /** Step number, from 1. */
  position: number
  windows: readonly DutyWindow[]
  row: Row | undefined
  onChange: (windows: DutyWindow[]) => void
}

/** When the recipients of a step are on duty: always, or in weekly windows. */
export function DutyInput({ position, windows, row, onChange }: DutyInputProps) {
  const { t } = useTranslation('ladders')
  const zone = useFormZone(row)
  return (
    <WindowsInput
      legend={useLabels('ladders').field('on_duty')}
      note={windows.length === 0 ? t('always') : zone ? t('zone', { zone }) : t('zoneUnknown')}
      nameOf={window => t('window', { place: position, window })}
      addLabel={t('addWindow')}
      windows={windows}
      onChange={onChange}
    />
  )
}
