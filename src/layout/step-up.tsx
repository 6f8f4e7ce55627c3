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
  const [prompt, setPrompt] = useState<Prompt>()
  useEffect(() => {
    let pending: Promise<boolean> | undefined
    async function show() {
      const Dialog = await load()
      const result = Promise.withResolvers<boolean>()
      setPrompt({ Dialog, onDone: result.resolve })
      return result.promise.finally(() => setPrompt(undefined))
    }
    onStepUp(() => {
      pending ??= show().finally(() => {
        pending = undefined
      })
      return pending
    })
  }, [])
  return prompt && <prompt.Dialog onDone={prompt.onDone} />
}
