import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Tables } from '../../db/tables.ts'
import type { AuthenticatedCall } from '../call.ts'
import type { Owner } from './scope.ts'

export type Row = Record<string, unknown>
export type Values = Record<string, unknown>

/** Columns of a resource that are kept in a table of their own, in at most one row for each of the resource's. */
export interface SideTable {
  table: keyof Tables & string
  /** Its column that holds our id. */
  key: string
  columns: readonly string[]
}

/** What the kit needs to know to read and write one table as a resource. */
export interface TableConfig<Schema extends z.ZodObject, List extends Endpoint> {
  /** The table that is written. */
  table: keyof Tables & string
  /** The view that is read, where a row shows more than its table's columns. */
  view?: string
  sideTable?: SideTable
  /** What the activity log calls it. */
  resource: string
  /** One row as the API shows it; every field is a column of what is read. */
  schema: Schema
  list: List
  owner: Owner
  /** Rows that are never touched or shown otherwise: another resource of the same table. */
  where?: RawBuilder<boolean>
  /** Rows that are called by nothing of their own, and so are found by what they are about. */
  isUnsearchable?: true
  /** Whether a removed row stays, marked by the time in this column, and whether it then is still shown. */
  removal?: { markedBy: 'deleted_at' | 'ended_at' | 'revoked_at'; isShown: boolean }
  /** Refuses, or completes, a row before it is written; of a removal or restoration it sees no values. */
  check?(call: AuthenticatedCall, row: Values, before: Row | null, act: WriteAct): Promise<void> | void
}

export type WriteAct = 'create' | 'update' | 'delete' | 'restore'

type AlsoName<List> = List extends { listing?: infer L }
  ? L extends { also?: Readonly<Record<infer Name extends string, z.ZodType>> }
    ? Name
    : never
  : never

export type ExtraFilterConditions = Readonly<Record<string, (values: string[]) => RawBuilder<boolean>>>

/** What the listing's parameters that are no fields mean; demanded exactly where it has some. */
export type ExtraFilters<List> = [AlsoName<List>] extends [never]
  ? { also?: never }
  : { also: { readonly [name in AlsoName<List>]: (values: string[]) => RawBuilder<boolean> } }
