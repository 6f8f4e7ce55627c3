import { ActivityLog, activityLogs } from '#contract/platform/activity-logs.ts'
import { VerifyLogButton } from '#kit/audit-log/verify-log.tsx'
import { call } from '#kit/call.ts'
import { ActionBadge } from '#kit/resource/changes-table.tsx'
import { LogDetails } from '#kit/resource/log-details.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'activity-logs',
  path: '/activity-logs',
  group: 'system',
  area: 'activity_logs',
  schema: ActivityLog,
  api: { list: activityLogs.list },
  title: 'action',
  list: {
    columns: ['timestamp', 'action', 'resource_type', 'user_email', 'user_role', 'user_id'],
    filters: ['action', 'resource_type', 'user_id', 'resource_id', 'source', 'timestamp'],
    sort: '-timestamp',
    actions: <VerifyLogButton />,
    expand: log => <LogDetails log={log} />,
  },
  fields: {
    action: {
      show: (action, label) => <ActionBadge action={action} label={label} />,
      choices: async () => (await call(activityLogs.actions)).actions,
    },
    resource_type: {
      show: (_, label) => label,
      choices: async () => (await call(activityLogs.resourceTypes)).resource_types,
    },
    user_role: { show: (_, label) => label },
    user_id: { exact: true, person: true },
  },
})
