import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { PersonKey, reference, UserId } from '../kit/fields.ts'
import { listing } from '../kit/listing.ts'
import { may } from '../kit/permissions.ts'
import { ChangedElderlyPerson, ElderlyPerson } from './elderly.ts'

const profileFields = {
  name: true,
  preferred_name: true,
  date_of_birth: true,
  phone: true,
  address: true,
  notes: true,
  conditions: true,
  medications: true,
  locale: true,
  time_zone: true,
} as const

/** The profile of an elderly user, as devices and the companion need it. */
export const Profile = ElderlyPerson.pick({
  id: true,
  user_id: true,
  ...profileFields,
  organization_id: true,
  version: true,
  updated_at: true,
})

/** A person by `user_id` or id. */
export const AboutPerson = z.object({ user_id: z.union([UserId, PersonKey]) })

const ChangedProfile = ChangedElderlyPerson.pick(profileFields)

export const profile = {
  list: endpoint({
    method: 'GET',
    path: '/api/profile/list',
    summary: 'List profiles',
    access: may('elderly', 'list'),
    ...listing('profiles', Profile, {
      filter: ['user_id', 'name', 'organization_id'],
      sort: ['name', 'user_id'],
      search: ['name', 'preferred_name'],
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/profile/{id}',
    summary: 'Show a profile',
    access: may('elderly', 'show'),
    reply: Profile,
  }),
  upsert: endpoint({
    method: 'POST',
    path: '/api/profile/upsert',
    summary: 'Update the profile of an elderly user; creates one if no user_id is given',
    access: may('elderly', 'update'),
    scope: 'profiles:write',
    body: ChangedProfile.extend({
      ...AboutPerson.partial().shape,
      /** Organization of a new elderly user; defaults to the caller's. */
      organization_id: reference('organizations').optional(),
    }),
    reply: Profile,
  }),
}
