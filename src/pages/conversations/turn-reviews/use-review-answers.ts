import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type ReviewAnswer, type TurnReview, turnReviews } from '#contract/conversations/turn-reviews.ts'
import { call, errorDetail } from '#kit/call.ts'
import { toast } from '#kit/toasts.ts'
import { useRefetch } from '#kit/use-call.ts'

type Body = z.input<(typeof turnReviews.answer)['body']>

/** Sends answers one after another, and remembers what was answered. */
export function useReviewAnswers() {
  const { t } = useTranslation(['conversations', 'common'])
  const refetch = useRefetch('turn-reviews')
  const [answers, setAnswers] = useState<ReadonlyMap<string, ReviewAnswer>>(new Map())
  const [pending, setPending] = useState(false)
  // A key that repeats must not answer the next turn before this one is stored.
  const isSending = useRef(false)

  /** @returns whether the answer was stored */
  async function answer({ id }: TurnReview, body: Body): Promise<boolean> {
    if (isSending.current) return false
    isSending.current = true
    setPending(true)
    try {
      const { incident_id } = await call(turnReviews.answer, { params: { id }, body })
      setAnswers(new Map([...answers, [id, body.answer]]))
      if (body.missed && incident_id) toast({ tone: 'good', text: t('review.missed.done') })
      void refetch()
      return true
    } catch (error) {
      toast({
        tone: 'bad',
        text: t('review.answerFailed'),
        detail: errorDetail(error) ?? t('common:networkError'),
      })
      return false
    } finally {
      isSending.current = false
      setPending(false)
    }
  }
  return { answers, pending, answer }
}
