import type { Endpoint } from '#contract/kit/endpoint.ts'
import { resourceLabels } from '#contract/kit/labels.ts'
import { languages } from '#contract/kit/language.ts'
import type { Permission } from '#contract/kit/permissions.ts'
import { importedFields, isImportable } from '#contract/platform/imports.ts'
import { findResource, type ServedResource } from '#server/kit/resources.ts'
import { textFinder } from '#server/kit/texts.ts'

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

export type Mapping = Record<string, number>

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Guesses the column of each field from the headings: the field name, or its label in any language. */
export function guessMapping({ name, create }: Importable, headings: readonly string[]): Mapping {
  const columns = headings.map(plain)
  const everyLabel = languages.map(language => resourceLabels(textFinder(language), name))
  const matches = importedFields(create.endpoint.body).flatMap(([field]): [string, number][] => {
    const known = [field, ...everyLabel.map(labels => labels.field(field))].map(plain)
    const column = columns.findIndex(heading => known.includes(heading))
    return column < 0 ? [] : [[field, column]]
  })
  return Object.fromEntries(matches)
}
