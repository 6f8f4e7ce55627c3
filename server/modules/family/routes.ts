import { family } from '#contract/family.ts'
import { serve } from '#server/kit/serve.ts'
import { accounts } from '#server/modules/people/index.ts'
import { familyTable } from './queries.ts'

export default serve(family)(accounts(familyTable, 'invited'))
