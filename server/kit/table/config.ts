import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Tables } from '../../db/tables.ts'
import type { AuthenticatedCall } from '../call.ts'
import type { Owner } from './scope.ts'

export type Row = Record<string, unknown>
export type Values = Record<string, unknown>
/** A call about one record. */
export type RecordCall = AuthenticatedCall & { params: { id: string } }

/** Columns of a resource that are stored in a second table, in at most one row per record. */
export interface SideTable {
  table: keyof Tables & string
  /** Its column with the record's id. */
  key: string
  columns: readonly string[]
}

/** Configuration of a table that is read and written as a resource. */
export interface TableConfig<Schema extends z.ZodObject, List extends Endpoint> {
  /** The table that is written to. */
  table: keyof Tables & string
  /** The view that is read from, if rows show more than the table's columns. */
  view?: string
  sideTable?: SideTable
  /** Resource type in the activity log. */
  resource: string
  /** A row as the API shows it; every field is a column of the table or view. */
  schema: Schema
  list: List
  owner: Owner
  /** Filters with an index that has the rows of each of their values in the list's order. */
  ordered?: readonly string[]
  /** Restricts the rows, if several resources share the table. */
  where?: RawBuilder<boolean>
  /** Rows without a title, which the global search therefore omits. */
  isUnsearchable?: true
  /** Soft deletion: the column with the time of removal, and whether removed rows are still shown. */
  removal?: { markedBy: 'deleted_at' | 'ended_at' | 'revoked_at'; isShown: boolean }
  /** Allows to read the past (`as_of`) from the activity log: all changes are logged, except of these fields. */
  history?: {
    unlogged: readonly string[]
    /** Further resource types under which changes of the rows are logged. */
    types?: readonly string[]
    /** Logged columns that rows do not show, but `where` uses. */
    columns?: Readonly<Record<string, z.ZodType>>
    /** Tables with parts of a row, which do not count as references to it. */
    parts?: readonly string[]
    /** Whether a past row was of the table's kind, if its columns do not say. */
    matches?(values: Row): boolean
  }
  /** Refuses or completes a row before it is written; `row` is empty for a removal or restore. */
  check?(call: AuthenticatedCall, row: Values, before: Row | null, act: WriteAct): Promise<void> | void
}

export type WriteAct = 'create' | 'update' | 'delete' | 'restore'

type AlsoName<List> = List extends { listing?: infer L }
  ? L extends { also?: Readonly<Record<infer Name extends string, z.ZodType>> }
    ? Name
    : never
  : never

export type ExtraFilterConditions = Readonly<Record<string, (values: string[]) => RawBuilder<boolean>>>

/** The conditions of the listing's extra filters; required if it has any. */
export type ExtraFilters<List> = [AlsoName<List>] extends [never]
  ? { also?: never }
  : { also: { readonly [name in AlsoName<List>]: (values: string[]) => RawBuilder<boolean> } }
