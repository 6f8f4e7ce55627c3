import { OnCallSchedule, onCallSchedules } from '#contract/alerts/on-call.ts'
import { LayerList, WindowList } from '#kit/on-call/layer-list.tsx'
import { LayersInput, RequiredInput } from '#kit/on-call/schedule-inputs.tsx'
import { SchedulePlan } from '#kit/on-call/schedule-plan.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'on-call-schedules',
  path: '/on-call',
  group: 'emergency',
  area: 'on_call',
  schema: OnCallSchedule,
  api: onCallSchedules,
  title: 'name',
  list: {
    columns: ['name', 'organization_id', 'time_zone', 'updated_at'],
    filters: ['name', 'organization_id', 'time_zone', 'created_at'],
    sort: 'name',
  },
  preview: SchedulePlan,
  texts: ['on-call', 'ladders'],
  fields: {
    layers: { input: LayersInput, show: layers => <LayerList layers={layers} /> },
    required_windows: { input: RequiredInput, show: windows => <WindowList windows={windows} /> },
  },
})
