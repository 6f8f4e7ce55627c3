import { Callout } from './callout.tsx'

/** Why a submission failed, with a hint if there was no response. */
export interface SubmitError {
  text: string
  hint?: string
}

/** Thrown by what sends a form, with the text to show. */
export class FormRefusal extends Error {}

/** Error of a form submission, announced immediately. */
export function FormError({ failure }: { failure: SubmitError | null }) {
  if (!failure) return null
  return (
    <Callout tone="bad" role="alert">
      <p>{failure.text}</p>
      {failure.hint && <p>{failure.hint}</p>}
    </Callout>
  )
}
