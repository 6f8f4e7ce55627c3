import { family } from '#contract/people/carers.ts'
import { Person } from '#contract/people/people.ts'
import { table } from '#server/kit/table/table.ts'
import { careTeamFacts } from '../queries.ts'

export const familyTable = table({
  ...careTeamFacts('family_member'),
  resource: 'family',
  schema: Person,
  list: family.list,
})
