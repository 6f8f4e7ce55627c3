import { type RawBuilder, sql } from 'kysely'
import { bounds } from '#contract/kit/histogram.ts'

/** The number of the bucket that a column's value falls into, as a key; null for null. */
export const bucketOf = (column: RawBuilder<unknown>) =>
  sql<string | null>`width_bucket(${column}, ${sql.raw(`'{${bounds.join(',')}}'::int[]`)})::text`
