import { sql } from 'kysely'
import { ElderlyPerson, elderly } from '#contract/people/elderly.ts'
import { table } from '#server/kit/table/table.ts'
import { peopleFacts } from '../queries.ts'

export const elderlyTable = table({
  ...peopleFacts('elderly_user'),
  view: 'elderly_people',
  sideTable: {
    table: 'profiles',
    key: 'person_id',
    columns: ['preferred_name', 'notes', 'conditions', 'medications'],
  },
  resource: 'elderly',
  schema: ElderlyPerson,
  list: elderly.list,
  owner: { organization: 'organization_id', person: 'id' },
  also: {
    caregiver_id: keys => sql<boolean>`id in (select elderly_id from assigned_people where ended_at is null
      and (caregiver_id::text = any(${keys}) or caregiver_user_id::text = any(${keys})))`,
  },
})
