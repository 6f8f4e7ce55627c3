import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Permission } from '#contract/kit/permissions.ts'
import { isImportable } from '#contract/platform/imports.ts'
import { findResource, type ServedResource } from '#server/kit/resources.ts'

type Creation = NonNullable<ServedResource['create']>

/** A resource that can be imported. */
export interface Importable extends ServedResource {
  create: Creation & { access: Permission; endpoint: Endpoint }
}

/** Finds an importable resource by name. */
export function importable(name: string): Importable | null {
  const served = findResource(name)
  const create = served?.create
  if (!served || !create || !isImportable(served.list.endpoint, create.endpoint)) return null
  return { ...served, create: { ...create, access: create.endpoint.access as Permission } }
}
