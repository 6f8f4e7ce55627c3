import { resourceLabels } from '#contract/kit/labels.ts'
import { languages } from '#contract/kit/language.ts'
import { importedFields } from '#contract/platform/imports.ts'
import { textFinder } from '#server/kit/texts.ts'
import type { Importable } from './importable.ts'

export type Mapping = Record<string, number>

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Guesses the column of each field from the headings: the field name, or its label in any language. */
export function guessMapping({ name, create }: Importable, headings: readonly string[]): Mapping {
  const columns = headings.map(plain)
  const everyLabel = languages.map(language => resourceLabels(textFinder(language), name))
  const found = importedFields(create.endpoint.body).flatMap(([field]): [string, number][] => {
    const known = [field, ...everyLabel.map(labels => labels.field(field))].map(plain)
    const column = columns.findIndex(heading => known.includes(heading))
    return column < 0 ? [] : [[field, column]]
  })
  return Object.fromEntries(found)
}
