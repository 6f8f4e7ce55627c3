import ScheduleOutlined from '@ant-design/icons/ScheduleOutlined'
import { useTranslation } from 'react-i18next'
import type { RangeName } from '#contract/kit/period.ts'
import { may } from '#contract/kit/permissions.ts'
import type { FigureSourceName } from '#contract/platform/report-sources.ts'
import type { ReportSource } from '#contract/platform/reports.ts'
import { ButtonLink } from '../button.tsx'
import { useCan, useCurrentUser } from '../current-user.ts'
import type { CreateState } from '../resource/form/create-screen.tsx'

/** The figures of a screen as the content of a report. */
export const figuresOf = (name: FigureSourceName, range: RangeName): ReportSource => ({
  kind: 'figures',
  name,
  query: '',
  path: '/',
  range,
})

interface SendOnScheduleProps {
  source: ReportSource
  /** Suggested name of the report. */
  name: string
  /** Whether there is room for the icon only. */
  isShort?: boolean
}

/** A link to the form of a new report with its content filled in, for those who may create one. */
export function SendOnSchedule({ source, name, isShort = false }: SendOnScheduleProps) {
  const { t } = useTranslation('common')
  const { time_zone } = useCurrentUser()
  // Not by the endpoint, whose schemas would be loaded with every list.
  const isOffered = useCan()(may('reports', 'create'))
  if (!isOffered) return null
  const schedule = { repeat: 'weekly', weekdays: [1], month_day: null, time: '08:00' }
  const state: CreateState = { values: { name, source, schedule, time_zone, format: 'xlsx' } }
  const text = t('sendOnSchedule')
  return (
    <ButtonLink
      variant="quiet"
      icon={<ScheduleOutlined />}
      to="/reports/create"
      state={state}
      {...(isShort && { title: text, 'aria-label': text })}
    >
      {!isShort && text}
    </ButtonLink>
  )
}
