import type { ColumnType } from 'kysely'

/** timestamptz(3), read as ISO 8601 with Z. */
export type Instant = string

/** jsonb: read as the value, written as its text. */
export type Json<T> = ColumnType<T, string, string>
