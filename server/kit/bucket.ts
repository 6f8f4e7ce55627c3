import { type RawBuilder, sql } from 'kysely'
import { bucketBounds } from '#contract/kit/histogram.ts'

/** The number of the bucket that a column's value falls into, as a key; null for null. */
export const histogramBucket = (column: RawBuilder<unknown>) =>
  sql<string | null>`width_bucket(${column}, ${sql.raw(`'{${bucketBounds.join(',')}}'::int[]`)})::text`
