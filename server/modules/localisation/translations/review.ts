import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { translations } from '#contract/localisation/translations.ts'
import type { UserCall } from '#server/kit/call.ts'
import type { WithTransaction } from '#server/kit/handlers.ts'
import { Problem, requestLanguage } from '#server/kit/problem.ts'
import { localizeSentence } from '#server/kit/refusal-texts.ts'
import { approve, discard, reject } from './actions.ts'

type Order = BodyOf<typeof translations.review>

const decide = (call: UserCall, order: Order, { id, version }: Order['texts'][number]) => {
  if (order.act === 'approve') return approve(call, id, version, order.accept_proposals)
  return (order.act === 'reject' ? reject : discard)(call, id, version, order.reason)
}

/**
 * Decides on texts in review one by one, each in its own transaction, by the rules for a single text.
 * @param onDone called after each decision
 */
export async function reviewTexts(
  call: UserCall,
  order: Order,
  withTransaction: WithTransaction,
  onDone: (id: string) => void,
) {
  const refused: { id: string; reason: string }[] = []
  for (const text of order.texts) {
    try {
      await withTransaction(db => decide({ ...call, db }, order, text))
      onDone(text.id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const reason = localizeSentence(requestLanguage(call.request), error.message)
      refused.push({ id: text.id, reason })
    }
  }
  return { done: order.texts.length - refused.length, refused }
}
