import { Report, reportDeliveries, reports } from '#contract/platform/reports.ts'
import { Recipients, RecipientsInput } from '#kit/reports/recipients-input.tsx'
import { ReportActions } from '#kit/reports/report-actions.tsx'
import { ScheduleInput, ScheduleText, usualSchedule } from '#kit/reports/schedule-input.tsx'
import { SourceInput, SourceText } from '#kit/reports/source-input.tsx'
import { badge } from '#kit/resource/badge.tsx'
import { related } from '#kit/resource/related.ts'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'reports',
  path: '/reports',
  group: 'analytics',
  area: 'reports',
  schema: Report,
  api: reports,
  title: 'name',
  texts: ['reports', 'analytics', 'ladders'],
  related: [related('report-deliveries', reportDeliveries.list, 'report_id')],
  actions: row => <ReportActions row={row} />,
  list: {
    columns: ['name', 'source', 'schedule', 'recipients', 'status', 'next_at'],
    filters: ['status', 'name', 'format', 'owner_id', 'organization_id', 'next_at', 'created_at'],
    sort: 'name',
  },
  initial: { schedule: usualSchedule, format: 'xlsx' },
  fields: {
    status: badge({ active: 'green', paused: 'grey' }),
    source: { input: SourceInput, show: source => <SourceText source={source} /> },
    schedule: {
      input: ScheduleInput,
      show: (schedule, _label, row) => (
        <ScheduleText
          schedule={schedule}
          zone={String(row?.time_zone)}
          next={(row?.next_at ?? null) as string | null}
        />
      ),
    },
    recipients: { show: recipients => <Recipients recipients={recipients} /> },
    recipient_ids: { input: RecipientsInput, hidden: true },
    owner_id: { hidden: true },
  },
})
