import { Ladder, ladders } from '#contract/alerts/ladders.ts'
import { table } from '#server/kit/table/table.ts'

export const ladderTable = table({
  table: 'ladders',
  resource: 'ladders',
  schema: Ladder,
  list: ladders.list,
  owner: { organization: 'organization_id', person: 'person_id' },
})
