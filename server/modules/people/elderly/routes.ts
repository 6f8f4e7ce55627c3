import { elderly } from '#contract/people/elderly.ts'
import { serve } from '#server/kit/serve.ts'
import { accounts } from '../accounts.ts'
import { elderlyTable } from './queries.ts'

/** Elderly users are active whether or not they ever set a password. */
export default serve(elderly)(accounts(elderlyTable, 'active'))
