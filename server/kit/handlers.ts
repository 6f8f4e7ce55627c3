import type { RawBuilder } from 'kysely'
import type { Endpoint, ReplyOf } from '#contract/kit/endpoint.ts'
import type { RowGroups } from '#contract/kit/row-groups.ts'
import type { Db } from '../db/open.ts'
import type { AuthenticatedCall, Call } from './call.ts'
import type { ScoredHit, SearchTerms } from './table/search.ts'
import type { UndoSource } from './undo/source.ts'

type Row = Record<string, unknown>
/** @returns null if the caller may not see the titles of the rows. */
export type Search = (
  call: AuthenticatedCall,
  terms: SearchTerms,
  limit: number,
) => RawBuilder<ScoredHit> | null
export type Handler<E extends Endpoint = Endpoint> = (call: Call<E>) => Promise<ReplyOf<E>> | ReplyOf<E>

/** A list: answers a page, or exports all rows as a file. */
export interface ListHandler<E extends Endpoint = Endpoint> {
  kind: 'list'
  /** Resource type in the activity log; its changes are then published. */
  resource?: string
  page: Handler<E>
  /** Prepares an export, which is read in pages; throws at once if the query is refused. */
  rows(call: Call<E>): Promise<(db: Db) => AsyncIterable<Row[]>>
  selected(call: Call<E>): RawBuilder<Selected>
  /** Counts the rows by the values of a field. */
  groups(call: AuthenticatedCall): Promise<RowGroups>
  /** Finds rows by words, as one of the queries of a global search. */
  search?: Search
  /** What an undo reads, if the activity log has all changes of the rows. */
  undoSource?: UndoSource
}

/** A row of a list's selection, for bulk jobs. */
export interface Selected {
  id: string
  title: string | null
  version: number | null
}

/** Runs a transaction with the audit entries recorded until its end. */
export type WithTransaction = <T>(callback: (db: Db) => Promise<T>) => Promise<T>

/** See {@link outsideTransaction}. */
export interface OutsideTransactionHandler<E extends Endpoint = Endpoint> {
  kind: 'outside-transaction'
  run(call: Call<E>, withTransaction: WithTransaction): Promise<ReplyOf<E>>
}

/** See {@link file}. */
export interface FileHandler<E extends Endpoint = Endpoint> {
  kind: 'file'
  run(call: Call<E>, withTransaction: WithTransaction): Promise<File> | File
}

/**
 * A handler with slow work before its change, such as hashing a password: it runs outside a transaction and opens one
 * by `withTransaction`.
 */
export const outsideTransaction = <E extends Endpoint>(
  run: OutsideTransactionHandler<E>['run'],
): OutsideTransactionHandler<E> => ({ kind: 'outside-transaction', run })

/** A handler that answers with a file, streamed while it is read. */
export const file = <E extends Endpoint>(run: FileHandler<E>['run']): FileHandler<E> => ({
  kind: 'file',
  run,
})

/** A handler that answers a list: a page, or everything as a file. */
export const list = <E extends Endpoint>(handler: Omit<ListHandler<E>, 'kind'>): ListHandler<E> => ({
  kind: 'list',
  ...handler,
})

export interface File {
  name: string
  /** The media type. */
  type: string
  content: AsyncIterable<string | Uint8Array>
  /** Called once when the file was sent, or its reader left. */
  onClose?: () => void
}

const kindOf = (handler: object) => ('kind' in handler ? handler.kind : undefined)
export const isList = (handler: object): handler is ListHandler => kindOf(handler) === 'list'
export const isFile = (handler: object): handler is FileHandler => kindOf(handler) === 'file'
export const isOutsideTransaction = (handler: object): handler is OutsideTransactionHandler =>
  kindOf(handler) === 'outside-transaction'
