import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DutyWindow } from '#contract/alerts/duty.ts'
import { WindowsInput } from '../ladder/windows-input.tsx'
import { useLabels } from '../resource/labels.ts'
import type { CustomInputProps } from '../resource/resource.ts'

/** When someone has to be on call. */
export function RequiredInput({ value = [], onChange, row }: CustomInputProps<DutyWindow[]>) {
  const { t } = useTranslation('on-call')
  const typed = Form.useWatch('time_zone') as string | undefined
  const zone = typed ?? String(row?.time_zone ?? 'UTC')
  return (
    <WindowsInput
      legend={useLabels('on-call-schedules').field('required_windows')}
      hasLabel
      note={value.length === 0 ? t('always') : t('zone', { zone })}
      nameOf={window => t('window', { window })}
      addLabel={t('addWindow')}
      windows={value}
      onChange={windows => onChange?.(windows)}
    />
  )
}
