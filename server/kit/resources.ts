import type { Endpoint, Endpoints } from '#contract/kit/endpoint.ts'
import type { Handler, ListHandler, OutsideTransactionHandler } from './handlers.ts'

/** A resource as its module serves it: the endpoints by which it is listed and created, with their handlers. */
export interface ServedResource {
  /** What the console, the texts and references call it. */
  name: string
  list: { endpoint: Endpoint; handler: ListHandler }
  create?: { endpoint: Endpoint; handler: Handler | OutsideTransactionHandler }
}

const served = new Map<string, ServedResource>()

/** The activity log's word for a resource as the console has it. */
export const resourceName = (word: string) => word.replaceAll('_', '-')

/** Keeps the handlers of a group of endpoints that a resource is served by, so that others find it by its name. */
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

/** A resource by its name; undefined where no module serves one. */
export const findResource = (name: string) => served.get(resourceName(name))
