import { type ComponentType, useEffect, useState } from 'react'
import { onStepUp } from '#kit/call.ts'
import { loadTexts } from '#providers/i18n.ts'
import type { StepUpDialogProps } from './step-up-dialog.tsx'

/** The dialog and its texts, loaded when they are first needed. */
const load = async () => {
  const [{ StepUpDialog }] = await Promise.all([import('./step-up-dialog.tsx'), loadTexts('auth')])
  return StepUpDialog
}

interface Asked extends StepUpDialogProps {
  Dialog: ComponentType<StepUpDialogProps>
}

/** Asks the person to prove who they are when a call wants that; of many such calls, once for all. */
export function StepUp() {
  const [asked, setAsked] = useState<Asked>()
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
  return asked && <asked.Dialog onDone={asked.onDone} />
}
