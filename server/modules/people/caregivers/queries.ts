import { caregivers } from '#contract/people/carers.ts'
import { Person } from '#contract/people/people.ts'
import { table } from '#server/kit/table/table.ts'
import { careTeamFacts } from '../queries.ts'

export const caregiverTable = table({
  ...careTeamFacts('caregiver'),
  resource: 'caregivers',
  schema: Person,
  list: caregivers.list,
})
