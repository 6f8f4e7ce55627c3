import { Remark } from './remark.tsx'
import type { Failure } from './use-submit.ts'

/** Why a form was not taken, read out as soon as it is known. */
export function FailureRemark({ failure }: { failure: Failure | null }) {
  if (!failure) return null
  return (
    <Remark tone="bad" role="alert">
      <p>{failure.text}</p>
      {failure.hint && <p>{failure.hint}</p>}
    </Remark>
  )
}
