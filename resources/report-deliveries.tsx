import { ReportDelivery, reportDeliveries } from '#contract/platform/reports.ts'
import { badge } from '#kit/resource/badge.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'report-deliveries',
  path: '/report-deliveries',
  group: 'analytics',
  area: 'reports',
  schema: ReportDelivery,
  api: reportDeliveries,
  title: 'person_name',
  list: {
    columns: ['created_at', 'report_id', 'person_name', 'status', 'reason', 'rows', 'sent_at'],
    filters: ['status', 'reason', 'test', 'report_id', 'organization_id', 'created_at'],
    sort: '-created_at',
  },
  fields: {
    status: badge({ queued: 'yellow', sent: 'green', skipped: 'grey', failed: 'red' }),
  },
})
