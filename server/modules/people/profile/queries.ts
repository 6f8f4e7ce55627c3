import { Profile, profile } from '#contract/people/profile.ts'
import { table } from '#server/kit/table/table.ts'
import { peopleFacts } from '../queries.ts'

/** Read-only: profiles are written through the elderly users' table. */
export const profileTable = table({
  ...peopleFacts('elderly_user'),
  view: 'elderly_people',
  resource: 'profiles',
  schema: Profile,
  list: profile.list,
  owner: { organization: 'organization_id', person: 'id' },
  isUnsearchable: true,
})
