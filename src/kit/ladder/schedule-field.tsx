import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { onCallSchedules } from '#contract/alerts/on-call.ts'
import { useCanCall, useCurrentUser } from '../current-user.ts'
import { SelectField } from '../field.tsx'
import { useLabels } from '../resource/labels.ts'
import type { Row } from '../resource/resource.ts'
import { useCall } from '../use-call.ts'

/** Maximum number of schedules offered. */
const maxSchedules = 200

/** The on-call schedules that steps of an organization's ladders can call. */
export function useSchedules(organization: string) {
  const may = useCanCall()
  const caller = useCurrentUser()
  // Staff may also choose schedules of their own.
  const organization_id = [...new Set([organization, caller.organization.id])]
  const { data } = useCall(
    onCallSchedules.list,
    { query: { organization_id, _sort: 'name', _end: maxSchedules } },
    { enabled: may(onCallSchedules.list) },
  )
  return data?.schedules
}

interface ScheduleFieldProps {
  row: Row | undefined
  value: string | null
  onChange: (id: string | null) => void
}

/** The schedule of a step that calls whoever is on call. */
export function ScheduleField({ row, value, onChange }: ScheduleFieldProps) {
  const { t } = useTranslation('ladders')
  const labels = useLabels('ladders')
  const caller = useCurrentUser()
  const typed = Form.useWatch('organization_id') as string | undefined
  const schedules = useSchedules(
    (row?.organization_id as string | undefined) ?? typed ?? caller.organization.id,
  )
  const error = schedules?.length === 0 ? t('noSchedules') : value ? undefined : t('scheduleMissing')
  return (
    <SelectField
      label={labels.field('schedule_id')}
      value={value ?? ''}
      options={[
        ...(value ? [] : [{ value: '', label: t('scheduleMissing') }]),
        ...(schedules ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={id => onChange(id || null)}
      error={error}
    />
  )
}
