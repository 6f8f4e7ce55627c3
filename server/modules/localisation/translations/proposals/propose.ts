import { v7 as uuid } from 'uuid'
import type { TextProposal } from '#contract/localisation/interface-texts.ts'
import { requiredForms } from '#contract/localisation/text-forms.ts'
import { mainForm } from '#contract/localisation/text-memory.ts'
import { ChatFailure } from '#server/adapters/chat/chat.ts'
import type { UserCall } from '#server/kit/call.ts'
import type { WithTransaction } from '#server/kit/handlers.ts'
import { Problem } from '#server/kit/problem.ts'
import { toChatProblem } from '#server/modules/conversations/index.ts'
import type { Services } from '#server/services.ts'
import { parseTextId } from '../actions.ts'
import { suggestTranslations } from '../memory.ts'
import { findingsIn, getTextAt, loadLanguageTexts } from '../texts.ts'
import { formsIn, instructionsFor, materialOf } from './ask.ts'
import { likelyOtherLanguage } from './likely-language.ts'
import { startProposal, storeProposal } from './queries.ts'

/** Requests of this instance that wait for the model; more are refused, so that they cannot pile up. */
const maxAtOnce = 4
let waiting = 0

/** Whether a machine can be asked to translate a text: an endpoint is configured, and the text is not English. */
export const mayPropose = ({ chat, config }: Services, id: string): boolean =>
  chat.write !== undefined && config.TRANSLATION_PROPOSALS_PER_DAY > 0 && parseTextId(id).language !== 'en'

const unusable = () =>
  new Problem(502, 'The AI model’s answer can’t be used as a translation. Please try again.', {
    kind: 'chat-unusable',
  })

function toProblem(error: unknown): unknown {
  if (!(error instanceof ChatFailure)) return error
  if (error.kind !== 'rejected') return toChatProblem(error)
  return new Problem(
    502,
    'The AI model rejected this request. The configured service may not offer the model in TRANSLATION_MODEL.',
    { kind: 'chat-rejected' },
  )
}

/**
 * Asks the AI model for a translation of a text. It is checked, kept to recognize it later, and otherwise changes
 * nothing. @throws Problem
 */
export async function propose(
  call: UserCall,
  withTransaction: WithTransaction,
  id: string,
  signal: AbortSignal,
): Promise<TextProposal> {
  const { db, services, audit } = call
  const { language, at } = parseTextId(id)
  const { TRANSLATION_MODEL: model, TRANSLATION_PROPOSALS_PER_DAY: maxPerDay } = services.config
  const { write } = services.chat
  if (!write || !mayPropose(services, id))
    throw new Problem(409, 'No AI model proposes translations of this text.', { kind: 'no-model' })
  if (waiting >= maxAtOnce) throw toChatProblem(new ChatFailure('busy'))
  waiting += 1
  try {
    const proposalId = uuid()
    await withTransaction(async db => {
      if (!(await startProposal(db, { id: proposalId, language, at, model }, maxPerDay)))
        throw new Problem(429, 'The daily limit of AI proposals has been reached. Please try again later.', {
          kind: 'proposals-used-up',
        })
      audit({ action: 'propose', resourceType: 'translations', resourceId: id, details: { model } })
    })
    const written = await loadLanguageTexts(db, language)
    const text = getTextAt(written, at)
    const suggestions = await suggestTranslations(db, id)
    const material = materialOf({ text, suggestions, checks: written.checks })
    const answer = await write({ model, instructions: instructionsFor(language), material, signal })
    const forms = formsIn(answer, requiredForms(language, text.source))
    if (!forms) throw unusable()
    await storeProposal(db, proposalId, forms)
    return {
      id: proposalId,
      forms,
      model,
      findings: findingsIn(written, at, forms),
      other_language: likelyOtherLanguage(mainForm(forms), language),
    }
  } catch (error) {
    throw toProblem(error)
  } finally {
    waiting -= 1
  }
}
