import { elderly } from '#contract/people/elderly.ts'
import { serve } from '#server/kit/serve.ts'
import { accounts } from '../accounts.ts'
import { elderlyTable } from './queries.ts'

/** An elderly user is looked after whether or not they ever choose a password. */
export default serve(elderly)(accounts(elderlyTable, 'active'))
