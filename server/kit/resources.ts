import type { Endpoint, Endpoints } from '#contract/kit/endpoint.ts'
import type { Handler, ListHandler, OutsideTransactionHandler } from './handlers.ts'

/** The list and create endpoints of a resource, with their handlers. */
export interface ServedResource {
  /** Name in the console, in texts and in references. */
  name: string
  list: { endpoint: Endpoint; handler: ListHandler }
  create?: { endpoint: Endpoint; handler: Handler | OutsideTransactionHandler }
}

const served = new Map<string, ServedResource>()

const handlers = new WeakMap<Endpoint, object>()

/** Registers the handler of an endpoint, so that a second address of it can share the handler. */
export const registerHandler = (endpoint: Endpoint, handler: object) => void handlers.set(endpoint, handler)

/** @throws if the endpoint is not served yet */
export function findHandler(endpoint: Endpoint): object {
  const handler = handlers.get(endpoint)
  if (!handler) throw new Error(`${endpoint.method} ${endpoint.path} is not served`)
  return handler
}

/** Converts a resource type of the activity log to the name in the console. */
export const resourceName = (word: string) => word.replaceAll('_', '-')

/** Registers the handlers of a resource, so that other modules find them by name. */
export function registerResource(endpoints: Endpoints, handlers: Record<string, unknown>): void {
  const { list, create } = endpoints
  const handler = handlers.list as ListHandler | undefined
  if (!list?.listing || !handler?.resource) return
  const name = resourceName(handler.resource)
  served.set(name, {
    name,
    list: { endpoint: list, handler },
    ...(create && {
      create: { endpoint: create, handler: handlers.create as Handler | OutsideTransactionHandler },
    }),
  })
}

/** Finds a resource by name. */
export const findResource = (name: string) => served.get(resourceName(name))
