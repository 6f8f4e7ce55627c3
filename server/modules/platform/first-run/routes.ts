import { firstRun } from '#contract/platform/first-run.ts'
import { serve } from '#server/kit/serve.ts'
import { dismiss, isDismissed, listSteps } from './queries.ts'

export default serve(firstRun)({
  show: async call => {
    const [steps, dismissed] = await Promise.all([listSteps(call), isDismissed(call.db, call.actor.id)])
    return { steps, dismissed }
  },
  dismiss: ({ db, actor, body }) => dismiss(db, actor.id, body.dismissed),
})
