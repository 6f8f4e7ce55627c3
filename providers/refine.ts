import {
  type AccessControlProvider,
  type AuditLogProvider,
  type DataProvider,
  type IResourceItem,
  matchResourceFromRoute,
  type NotificationProvider,
  ResourceContext,
  type RouterProvider,
} from '@refinedev/core'
import reactRouterProvider from '@refinedev/react-router'
import i18next from 'i18next'
import { useCallback, useContext } from 'react'
import { useLocation, useParams } from 'react-router'
import { type Action, type Area, areas, can } from '#contract/kit/permissions.ts'
import { call } from '#kit/call.ts'
import { dismiss, toast } from '#kit/toasts.ts'
import { session } from './auth.ts'

/** Maps Refine's action names to those of the permission table. */
const actionOf: Record<string, Action> = {
  list: 'list',
  show: 'show',
  create: 'create',
  clone: 'create',
  edit: 'update',
  delete: 'delete',
}

const isArea = (name: unknown): name is Area => areas.includes(name as Area)

/** Answers Refine's access checks from the permission table, without a request. */
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

let lastMatch:
  | { pathname: string; resources: IResourceItem[]; match: ReturnType<typeof matchResourceFromRoute> }
  | undefined

/** Compares an address with the paths of all resources, once for all hooks of a screen. */
function matchResource(pathname: string, resources: IResourceItem[]) {
  if (lastMatch?.pathname !== pathname || lastMatch.resources !== resources)
    lastMatch = { pathname, resources, match: matchResourceFromRoute(pathname, resources) }
  return lastMatch.match
}

/**
 * Refine's binding to the router. Without its `parse`: each of Refine's hooks would compile the paths of all resources
 * again, which takes longer than rendering a list. The query of an address is not parsed, as no hook reads it.
 */
export const routerProvider: RouterProvider = {
  ...reactRouterProvider,
  parse: () => {
    const { pathname } = useLocation()
    const { id } = useParams()
    const { resources } = useContext(ResourceContext)
    return useCallback(() => {
      const { resource, action } = matchResource(pathname, resources)
      return { pathname, ...(resource && { resource }), ...(action && { action }), ...(id && { id }) }
    }, [pathname, id, resources])
  },
}

const written = async () => {}

/**
 * Record history for Refine. Writes are no-ops: the server writes the audit log in the transaction of the change, so
 * a client can neither forge nor skip it.
 */
export const auditLogProvider: AuditLogProvider = {
  create: written,
  update: written,
  async get({ resource, meta = {} }) {
    const { activityLogs } = await import('#contract/platform/activity-logs.ts')
    const query = { resource_type: resource, resource_id: String(meta.id), _end: Number(meta.limit) }
    return call(activityLogs.list, { query })
  },
}

/** Shows Refine's notifications as toasts. */
export const notificationProvider: NotificationProvider = {
  open: ({ key, message, description, type, cancelMutation, undoableTimeout }) =>
    toast({
      ...(key && { key }),
      tone: type === 'success' ? 'good' : type === 'error' ? 'bad' : 'info',
      text: message,
      ...(description && { detail: description }),
      ...(cancelMutation && { action: { text: i18next.t('undo'), run: cancelMutation } }),
      ...(undoableTimeout && { durationMs: undoableTimeout * 1_000 }),
    }),
  close: dismiss,
}

/** Loaded with the first screen that reads or writes records. */
const provider = async () => (await import('./rest.ts')).rest

/** Lazily loaded data provider, see {@link rest}. */
export const dataProvider: DataProvider = {
  getApiUrl: () => '/api',
  getList: async params => (await provider()).getList(params),
  getMany: async params => (await provider()).getMany(params),
  getOne: async params => (await provider()).getOne(params),
  create: async params => (await provider()).create(params),
  update: async params => (await provider()).update(params),
  deleteOne: async params => (await provider()).deleteOne(params),
}

/** A form that is not that of a record sends its values by the call in `meta.send`. */
export const callProvider: DataProvider = {
  ...dataProvider,
  create: async ({ variables, meta }) => {
    await meta?.send(variables)
    return { data: {} as never }
  },
}
