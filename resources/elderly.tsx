import { lazy } from 'react'
import { contacts } from '#contract/alerts/contacts.ts'
import { ladders } from '#contract/alerts/ladders.ts'
import { devices } from '#contract/devices/devices.ts'
import { assignments } from '#contract/people/assignments.ts'
import { ElderlyPerson, elderly } from '#contract/people/elderly.ts'
import { localeFormats } from '#kit/locale-formats.ts'
import { personFields, personParts } from '#kit/person-data/person-actions.tsx'
import { related } from '#kit/resource/related.ts'
import { resource } from '#kit/resource/resource.ts'

/** Lazy: lists need no inputs. */
const MedicationsInput = lazy(async () => ({
  default: (await import('#kit/medications/medications-input.tsx')).MedicationsInput,
}))

/** Age in whole years. @param birth YYYY-MM-DD */
function ageOn(birth: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = birth.split('-').map(Number)
  const isBefore = now.getMonth() + 1 < month || (now.getMonth() + 1 === month && now.getDate() < day)
  return now.getFullYear() - year - (isBefore ? 1 : 0)
}

export default resource({
  name: 'elderly',
  path: '/users/elderly',
  group: 'users',
  area: 'elderly',
  schema: ElderlyPerson,
  api: elderly,
  title: 'name',
  describe: ({ date_of_birth, address }, locale) => [
    date_of_birth && localeFormats(locale).quantity(ageOn(date_of_birth, new Date()), 'year', 'long'),
    address,
  ],
  list: {
    columns: ['user_id', 'name', 'preferred_name', 'phone', 'conditions', 'organization_id', 'status'],
    filters: ['status', 'organization_id', 'name', 'user_id', 'last_login', 'created_at'],
    sort: 'name',
  },
  related: [
    related('devices', devices.list, 'person_id'),
    related('assignments', assignments.list, 'elderly_id'),
    related('contacts', contacts.list, 'person_id'),
    related('ladders', ladders.list, 'person_id'),
  ],
  ...personParts('/users/elderly'),
  fields: {
    ...personFields,
    medications: {
      input: MedicationsInput,
      // Shown with the time zone, as the viewer may be in another one.
      show: (list, _, row) =>
        list
          .map(({ name, dose, times }) =>
            [name, dose, times.join(' · '), times.length > 0 && `(${row?.time_zone})`]
              .filter(Boolean)
              .join(' '),
          )
          .join(', '),
    },
  },
})
