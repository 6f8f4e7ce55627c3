import { family } from '#contract/family.ts'
import { Person } from '#contract/people.ts'
import { table } from '#server/kit/table/table.ts'
import { careTeamFacts } from '#server/modules/people/index.ts'

export const familyTable = table({
  ...careTeamFacts('family_member'),
  resource: 'family',
  schema: Person,
  list: family.list,
})
