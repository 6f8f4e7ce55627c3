import { Ladder, ladders } from '#contract/alerts/ladders.ts'
import { LadderRehearsal } from '#kit/ladder/rehearsal.tsx'
import { StepList } from '#kit/ladder/step-list.tsx'
import { StepsInput } from '#kit/ladder/steps-input.tsx'
import { resource } from '#kit/resource/resource.ts'

export default resource({
  name: 'ladders',
  path: '/ladders',
  group: 'emergency',
  area: 'alerts',
  schema: Ladder,
  api: ladders,
  title: 'name',
  list: {
    columns: ['name', 'category', 'person_id', 'organization_id', 'rearm_after_seconds', 'updated_at'],
    filters: ['category', 'person_id', 'organization_id', 'name', 'created_at'],
    sort: 'name',
  },
  preview: LadderRehearsal,
  texts: ['ladders', 'emergency'],
  fields: {
    steps: { input: StepsInput, show: steps => <StepList steps={steps} /> },
  },
})
