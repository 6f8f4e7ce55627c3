import { z } from 'zod'
import { AsOfQuery } from '../kit/as-of.ts'
import { bulkEndpoints } from '../kit/bulk.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Day, Locale, PersonKey, personal, TimeOfDay, TimeZone } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { NewPerson, Person, Standing } from './people.ts'

export const Medication = z.object({
  name: z.string().trim().min(1).max(120),
  dose: z.string().trim().max(60),
  /** Times of day to take it, HH:MM in the person's time zone. */
  times: z.array(TimeOfDay).max(24),
})
export type Medication = z.infer<typeof Medication>

const about = {
  preferred_name: z.string().trim().max(120).nullable(),
  date_of_birth: personal(Day),
  address: personal(z.string().trim().max(300).meta({ multiline: true })),
  notes: personal(z.string().trim().max(4000).meta({ multiline: true })),
}
const health = {
  conditions: z.array(z.string().trim().min(1).max(120)).max(50),
  medications: z.array(Medication).max(50),
}
const settings = { locale: Locale, time_zone: TimeZone }

/** An elderly user: the account and the profile. */
export const ElderlyPerson = Person.extend({
  ...about,
  conditions: personal(health.conditions),
  medications: personal(health.medications),
  ...settings,
})

/** Username and e-mail address are optional: many elderly users never sign in themselves. */
export const NewElderlyPerson = NewPerson.partial({ username: true, email: true }).extend(
  z.object({ ...about, ...health, ...settings }).partial().shape,
)

export const ChangedElderlyPerson = NewElderlyPerson.omit({ password: true, organization_id: true })
  .extend(Standing.shape)
  .partial()

const oneElderly = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/elderly',
    summary: 'List elderly users',
    access: may('elderly', 'list'),
    mayLag: 'export',
    ...listing('elderly', ElderlyPerson, {
      filter: ['status', 'organization_id', 'name', 'user_id', 'last_login', 'created_at'],
      sort: ['name', 'status', 'user_id', 'last_login', 'created_at'],
      search: ['name', 'preferred_name', 'username', 'email'],
      asOf: true,
      also: { caregiver_id: PersonKey },
      removed: true,
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/users/elderly/{id}',
    summary: 'Show an elderly user',
    access: may('elderly', 'show'),
    query: AsOfQuery,
    reply: ElderlyPerson,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/users/elderly',
    summary: 'Create an elderly user',
    access: may('elderly', 'create'),
    body: NewElderlyPerson,
    status: 201,
    reply: ElderlyPerson,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/users/elderly/{id}',
    summary: 'Update an elderly user',
    access: may('elderly', 'update'),
    body: ChangedElderlyPerson,
    reply: ElderlyPerson,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/users/elderly/{id}',
    summary: 'Remove an elderly user',
    access: may('elderly', 'delete'),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/users/elderly/{id}/restore',
    summary: 'Restore a removed elderly user',
    access: may('elderly', 'delete'),
    reply: ElderlyPerson,
  }),
}

export const elderly = {
  ...oneElderly,
  ...bulkEndpoints('elderly', oneElderly, Standing.extend({ locale: Locale, time_zone: TimeZone })),
}
