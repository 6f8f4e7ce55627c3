import { matchPath } from 'react-router'
import type { User } from '#contract/identity/auth.ts'
import { type Role, roles } from '#contract/kit/permissions.ts'
import { canOpen, type Screen, screens } from '../screens.ts'
import { exampleId } from './preview.ts'

const accessAt = (path: string) =>
  Object.values<Screen>(screens).find(({ path: own, aliases = [] }) =>
    [own, ...aliases].some(pattern => matchPath(pattern, path)),
  )?.access

/** The role that a screen is previewed as: the first that may open it. */
export const roleAt = (path: string): Role =>
  roles.find(role => canOpen(role, accessAt(path))) ?? 'super_admin'

/** Who is signed in to the preview of a screen: nobody real, with the language and time zone of the translator. */
export const exampleUser = (own: User, path: string): User => ({
  ...own,
  id: exampleId(0),
  user_id: 0,
  name: 'Alex Example',
  username: 'example',
  email: 'person1@example.org',
  role: roleAt(path),
  second_factor_missing: false,
  organization: { ...own.organization, id: exampleId(0), name: 'Example 1', kind: 'care_provider' },
})
