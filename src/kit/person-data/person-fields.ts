import { ago } from '../resource/ago.tsx'
import { badge } from '../resource/badge.tsx'

/** How what everybody has is shown, whatever list they stand in. */
export const personFields = {
  user_id: { exact: true as const },
  status: badge({ active: 'green', invited: 'blue', suspended: 'red' }),
  last_login: ago,
}
