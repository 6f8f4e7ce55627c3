import { useEffect, useRef, useState } from 'react'
import { activityLogs, type Verification } from '#contract/platform/activity-logs.ts'
import { call } from '../call.ts'

/** How far the proof of the activity log is: the last step, with the rows of all steps. */
export interface Proof {
  step: Verification | null
  /** Why it could not go on, which says nothing of the log. */
  failure: unknown
  going: boolean
}

const unproved: Proof = { step: null, failure: null, going: false }

/** Proves the log step by step, until it is done, broken or stopped. */
export function useProof() {
  const [proof, become] = useState(unproved)
  const stopper = useRef<AbortController>(null)
  useEffect(() => () => stopper.current?.abort(), [])
  const stop = () => stopper.current?.abort()

  async function start() {
    stop()
    stopper.current = new AbortController()
    const { signal } = stopper.current
    become({ ...unproved, going: true })
    try {
      let step: Verification | null = null
      while (!step?.done) {
        step = sum(step, await call(activityLogs.verify, { query: { after: step?.seal ?? 0 }, signal }))
        become({ step, failure: null, going: !step.done })
      }
    } catch (failure) {
      become(signal.aborted ? unproved : { step: null, failure, going: false })
    }
  }

  return { proof, start, stop }
}

const sum = (before: Verification | null, step: Verification): Verification => ({
  ...step,
  rows: (before?.rows ?? 0) + step.rows,
  erased: (before?.erased ?? 0) + step.erased,
})
