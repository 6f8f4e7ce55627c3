import type { AccessControlProvider } from '@refinedev/core'
import { type Action, type Area, areas, can } from '#contract/kit/permissions.ts'
import { session } from './auth.ts'

/** The permission table's word for each of Refine's. */
const actionOf: Record<string, Action> = {
  list: 'list',
  show: 'show',
  create: 'create',
  clone: 'create',
  edit: 'update',
  delete: 'delete',
}

const isArea = (name: unknown): name is Area => areas.includes(name as Area)

/** Refine's questions, answered by the permission table without a call. */
export const accessControlProvider: AccessControlProvider = {
  can: async ({ action, params }) => {
    const state = session.state()
    const area = params?.resource?.meta?.area
    const act = actionOf[action]
    return {
      can: state.phase === 'in' && isArea(area) && !!act && can(state.user.role, { area, action: act }),
    }
  },
}
