import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextCheck } from '#contract/localisation/checks/checks.ts'
import type { TextWithHistory } from '#contract/localisation/interface-texts.ts'
import { textCheckCalls } from '#contract/localisation/text-checks.ts'
import type { Forms } from '#contract/localisation/text-forms.ts'
import { translations } from '#contract/localisation/translations.ts'
import { call, errorDetail } from '../call.ts'
import { notifyTextsPublished } from '../publishing.ts'
import { toast } from '../toasts.ts'
import { useRefetch } from '../use-call.ts'

export type ActionName =
  | 'save'
  | 'submit'
  | 'approve'
  | 'reject'
  | 'discard'
  | 'rollBack'
  | 'describe'
  | 'dismissFinding'
  | 'restoreFinding'

/** What is written, and the machine's proposal that was taken over for it. */
interface Edit {
  forms: Forms
  proposal?: string | undefined
}

/**
 * Actions on a text, one after the other, each followed by a toast and a refetch. One that is asked for while another runs
 * waits for it; the same one is not repeated.
 */
export function useTextActions(text: TextWithHistory) {
  const { t } = useTranslation('translations')
  const refetch = useRefetch('translations')
  const [pending, setPending] = useState<ActionName>()
  const [failure, setFailure] = useState<string>()
  const latest = useRef<{ name: ActionName; done: Promise<unknown> }>(undefined)
  const params = { id: text.id }

  async function perform(name: ActionName, work: () => Promise<unknown>): Promise<boolean> {
    setPending(name)
    setFailure(undefined)
    try {
      await work()
      if (name === 'approve' || name === 'rollBack') notifyTextsPublished()
      toast({ tone: 'good', text: t(`done.${name}`) })
      return true
    } catch (error) {
      setFailure(errorDetail(error) ?? t('actionFailed'))
      return false
    } finally {
      await refetch()
      setPending(undefined)
    }
  }

  async function act(name: ActionName, work: () => Promise<unknown>): Promise<boolean> {
    if (latest.current?.name === name) return false
    const before = latest.current?.done
    const done = Promise.resolve(before).then(() => perform(name, work))
    const own = { name, done }
    latest.current = own
    const isDone = await done
    if (latest.current === own) latest.current = undefined
    return isDone
  }

  const save = (version: number, { forms, proposal }: Edit) =>
    call(translations.save, { params, body: { version, forms, ...(proposal && { proposal }) } })

  return {
    pending,
    failure,
    save: (version: number, edit: Edit) => act('save', () => save(version, edit)),
    /** Includes unsaved edits, if any. */
    submit: (version: number, edit?: Edit) =>
      act('submit', async () => {
        const saved = edit ? await save(version, edit) : text
        await call(translations.submit, { params, body: { version: saved.version } })
      }),
    approve: () =>
      act('approve', () => call(translations.approve, { params, body: { version: text.version } })),
    reject: (reason: string) =>
      act('reject', () => call(translations.reject, { params, body: { version: text.version, reason } })),
    discard: (reason: string) =>
      act('discard', () => call(translations.discard, { params, body: { version: text.version, reason } })),
    rollBack: (revision: number | null) =>
      act('rollBack', () =>
        call(translations.rollBack, { params, body: { version: text.version, revision } }),
      ),
    dismissFinding: (check: TextCheck, forms: Forms, reason: string) =>
      act('dismissFinding', () =>
        call(textCheckCalls.dismiss, { params: { ...params, check }, body: { forms, reason } }),
      ),
    restoreFinding: (check: TextCheck) =>
      act('restoreFinding', () => call(textCheckCalls.restore, { params: { ...params, check } })),
    describe: (description: string) =>
      act('describe', () => call(translations.describe, { params, body: { description } })),
  }
}

export type TextActions = ReturnType<typeof useTextActions>
