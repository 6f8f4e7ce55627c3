import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Forms } from '#contract/localisation/text-rules.ts'
import { type TextWithHistory, translations } from '#contract/localisation/translations.ts'
import { call, reasonOf } from '../call.ts'
import { published } from '../publishing.ts'
import { say } from '../toasts.ts'
import { useReread } from '../use-reread.ts'

export type ActName = 'save' | 'submit' | 'approve' | 'reject' | 'rollBack' | 'describe'

/** What can be done with a text; one act at a time, each told and followed by a fresh reading. */
export function useTextActs(text: TextWithHistory) {
  const { t } = useTranslation('translations')
  const reread = useReread('translations')
  const [pending, setPending] = useState<ActName>()
  const [failure, setFailure] = useState<string>()
  const params = { id: text.id }

  async function act(name: ActName, work: () => Promise<unknown>): Promise<boolean> {
    if (pending) return false
    setPending(name)
    setFailure(undefined)
    try {
      await work()
      if (name === 'approve' || name === 'rollBack') published()
      say({ tone: 'good', text: t(`done.${name}`) })
      return true
    } catch (error) {
      setFailure(reasonOf(error) ?? t('failedAct'))
      return false
    } finally {
      await reread()
      setPending(undefined)
    }
  }

  const save = (version: number, forms: Forms) =>
    call(translations.save, { params, body: { version, forms } })

  return {
    pending,
    failure,
    save: (version: number, forms: Forms) => act('save', () => save(version, forms)),
    /** With what was written since the last draft, where there is any. */
    submit: (version: number, forms?: Forms) =>
      act('submit', async () => {
        const saved = forms ? await save(version, forms) : text
        await call(translations.submit, { params, body: { version: saved.version } })
      }),
    approve: () =>
      act('approve', () => call(translations.approve, { params, body: { version: text.version } })),
    reject: (reason: string) =>
      act('reject', () => call(translations.reject, { params, body: { version: text.version, reason } })),
    rollBack: (revision: number | null) =>
      act('rollBack', () =>
        call(translations.rollBack, { params, body: { version: text.version, revision } }),
      ),
    describe: (description: string) =>
      act('describe', () => call(translations.describe, { params, body: { description } })),
  }
}

export type TextActs = ReturnType<typeof useTextActs>
