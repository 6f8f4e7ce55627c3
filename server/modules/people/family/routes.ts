import { family } from '#contract/people/carers.ts'
import { serve } from '#server/kit/serve.ts'
import { accounts } from '../accounts.ts'
import { familyTable } from './queries.ts'

export default serve(family)(accounts(familyTable, 'invited'))
