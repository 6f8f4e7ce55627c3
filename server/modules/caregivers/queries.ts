import { caregivers } from '#contract/caregivers.ts'
import { Person } from '#contract/people.ts'
import { table } from '#server/kit/table/table.ts'
import { careTeamFacts } from '#server/modules/people/index.ts'

export const caregiverTable = table({
  ...careTeamFacts('caregiver'),
  resource: 'caregivers',
  schema: Person,
  list: caregivers.list,
})
