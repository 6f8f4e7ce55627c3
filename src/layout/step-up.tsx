import { type ComponentType, useEffect, useState } from 'react'
import { onStepUp } from '#kit/call.ts'
import { loadTexts } from '#providers/i18n.ts'
import type { StepUpDialogProps } from './step-up-dialog.tsx'

/** Loads the dialog and its texts on demand. */
const load = async () => {
  const [{ StepUpDialog }] = await Promise.all([import('./step-up-dialog.tsx'), loadTexts('auth')])
  return StepUpDialog
}

interface Prompt extends StepUpDialogProps {
  Dialog: ComponentType<StepUpDialogProps>
}

/** Prompts for step-up authentication; concurrent requests share one prompt. */
export function StepUp() {
  const [prompt, setAsked] = useState<Prompt>()
  useEffect(() => {
    let question: Promise<boolean> | undefined
    async function ask() {
      const Dialog = await load()
      const answer = Promise.withResolvers<boolean>()
      setAsked({ Dialog, onDone: answer.resolve })
      return answer.promise.finally(() => setAsked(undefined))
    }
    onStepUp(() => {
      question ??= ask().finally(() => {
        question = undefined
      })
      return question
    })
  }, [])
  return prompt && <prompt.Dialog onDone={prompt.onDone} />
}
