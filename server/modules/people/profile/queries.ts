import { Profile, profile } from '#contract/people/profile.ts'
import { table } from '#server/kit/table/table.ts'
import { peopleFacts } from '../queries.ts'

/** Profiles are read here; they are written as the elderly users' records that they are. */
export const profileTable = table({
  ...peopleFacts('elderly_user'),
  reads: 'elderly_people',
  resource: 'profiles',
  schema: Profile,
  list: profile.list,
  owner: { organization: 'organization_id', person: 'id' },
  nameless: true,
})
