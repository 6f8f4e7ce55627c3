import { caregivers } from '#contract/people/carers.ts'
import { serve } from '#server/kit/serve.ts'
import { accounts } from '../accounts.ts'
import { caregiverTable } from './queries.ts'

export default serve(caregivers)(accounts(caregiverTable, 'invited'))
