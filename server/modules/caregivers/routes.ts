import { caregivers } from '#contract/caregivers.ts'
import { serve } from '#server/kit/serve.ts'
import { accounts } from '#server/modules/people/index.ts'
import { caregiverTable } from './queries.ts'

export default serve(caregivers)(accounts(caregiverTable, 'invited'))
