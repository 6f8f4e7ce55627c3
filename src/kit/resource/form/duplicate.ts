import type { Field, Row } from '../resource.ts'
import { formValuesOf, type Values } from './values.ts'

/** The address's parameter that names the record to begin as a duplicate of. */
export const duplicateOf = 'from'

/** What the form of a duplicate holds at first: all but what no two records may have the same. */
export const duplicateValues = (model: Row, fields: ReadonlyMap<string, Field>): Values =>
  formValuesOf(model, new Map([...fields].filter(([, { unique }]) => !unique)))
