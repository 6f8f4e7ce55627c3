import type { RawBuilder } from 'kysely'
import type { Cell } from './add-up.ts'
import type { Source } from './source.ts'

export type Names<S extends { dimensions: object }> = keyof S['dimensions'] & string
export type Kinds<S extends { members: object }> = keyof S['members'] & string

/** The members of a source: each `member_id` once, with its `count`. */
export type Members = RawBuilder<unknown>

/** A source and one kind of its members. */
export type MemberKind = readonly [source: Source, kind: string]

/** Reads the figures of a range from rollups where these are current, and otherwise from rows. Both give the same result. */
export interface Reader {
  /** Cells of some dimensions by key, for the whole range or by day. */
  cells<S extends Source, Name extends Names<S>>(
    source: S,
    dimensions: readonly Name[],
    each?: 'day',
  ): Promise<Cell<Name>[]>
  /** Cells of some dimensions by day or hour, summed over all keys; their key is empty. */
  sums<S extends Source, Name extends Names<S>>(
    source: S,
    dimensions: readonly Name[],
    each: 'day' | 'hour',
  ): Promise<Cell<Name>[]>
  /** The members of a source and how often each occurs. */
  members<S extends Source>(source: S, kind: Kinds<S>): Promise<Members>
  /** Number of distinct members over all given sources. */
  distinct(memberKinds: readonly MemberKind[]): Promise<number>
  /** Number of distinct members by day; days without any are missing. */
  distinctByDay(memberKinds: readonly MemberKind[]): Promise<Map<string, number>>
}
