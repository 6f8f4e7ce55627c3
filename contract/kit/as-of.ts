import { z } from 'zod'
import { Instant } from './fields.ts'

/** Maximum number of logged changes after the instant that a reading of the past goes through. */
export const maxPastChanges = 10_000

/**
 * An instant of the past. The reply has the records as they were after all changes up to and including it, without the
 * fields that the activity log says nothing about; these are named in `unknown`.
 */
export const AsOf = Instant.optional().meta({
  description:
    'Replies as of this instant, from the activity log. Fields that the log says nothing about are left out and named in `unknown`',
})

/** Query of a call that shows one record, now or as of an instant. */
export const AsOfQuery = z.strictObject({ as_of: AsOf })

/** What a reply as of an instant has in addition. */
export interface AsOfReply {
  as_of: string
  /** Fields that the log says nothing about. For a list, those of every row; each row names its own. */
  unknown: string[]
  /** For one record: the log entry that it was changed by last, to restore it; null if that is not in the log. */
  log?: string | null
  /** For a list: rows left out because a field that the query filters or sorts by is unknown. */
  omitted?: number
}
