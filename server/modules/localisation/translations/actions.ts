import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Language } from '#contract/kit/language.ts'
import type { InterfaceText, TextFinding, TextWithHistory } from '#contract/localisation/interface-texts.ts'
import { type Forms, isSame } from '#contract/localisation/text-forms.ts'
import type { translations } from '#contract/localisation/translations.ts'
import type { UserCall } from '#server/kit/call.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { blockingOf } from './checks/findings.ts'
import { findProposal } from './proposals/queries.ts'
import { listRevisions, lockTexts, type NewRevision, writeRevision } from './queries.ts'
import { findingsIn, getTextAt, type LanguageTexts, loadLanguageTexts, resolveTextId } from './texts.ts'

type TextCall = Pick<UserCall, 'db' | 'actor' | 'audit'>

/** A text locked until the transaction ends. */
interface LockedText {
  language: Language
  at: string
  written: LanguageTexts
  text: InterfaceText
}

/** @throws Problem 404 */
export const parseTextId = (id: string) => {
  const text = resolveTextId(id)
  if (!text) throw notFound('This text')
  return text
}

export async function getText({ db }: Pick<TextCall, 'db'>, id: string): Promise<TextWithHistory> {
  const { language, at } = parseTextId(id)
  const written = await loadLanguageTexts(db, language, at)
  const text = getTextAt(written, at)
  const dismissals = (written.checks.dismissals.get(at) ?? [])
    .filter(({ source }) => isSame(source, text.source))
    .map(({ source: _, ...dismissal }) => dismissal)
  return { ...text, history: await listRevisions(db, language, at), dismissals }
}

export const staleText = () =>
  new Problem(412, 'Someone else changed this text in the meantime.', { kind: 'stale' })

async function lockText({ db }: TextCall, id: string, version: number): Promise<LockedText> {
  const { language, at } = parseTextId(id)
  await lockTexts(db, language, at)
  const written = await loadLanguageTexts(db, language, at)
  const text = getTextAt(written, at)
  if (text.version !== version) throw staleText()
  return { language, at, written, text }
}

/** Writes a revision, audits it, and returns the text. */
async function applyAction(
  call: TextCall,
  { language, at, text, written }: LockedText,
  next: Omit<NewRevision, 'by' | 'published' | 'published_source' | 'proposal_id'> & Partial<NewRevision>,
  details: Record<string, unknown>,
): Promise<TextWithHistory> {
  const row = written.rows.get(at)
  const published = { published: row?.published ?? null, published_source: row?.published_source ?? null }
  const done = await writeRevision(call.db, language, at, text.version, {
    ...published,
    proposal_id: row?.proposal_id ?? null,
    by: call.actor.id,
    ...next,
  })
  if (!done) throw staleText()
  call.audit({ action: next.act, resourceType: 'translations', resourceId: text.id, details })
  return getText(call, text.id)
}

/** @throws Problem 422 with every finding that blocks publication */
function requireValid(findings: readonly TextFinding[]): void {
  const errors = blockingOf(findings)
  const [first] = errors
  if (!first) return
  throw new Problem(422, first.detail, {
    kind: 'faulty-text',
    errors: errors.map(({ form, detail }) => ({ pointer: `#/forms/${form}`, in: 'body', detail })),
  })
}

const requireStatus = (text: InterfaceText, status: InterfaceText['status'], detail: string) => {
  if (text.status !== status) throw new Problem(409, detail, { kind: 'wrong-state' })
}

type Draft = BodyOf<typeof translations.save>

/**
 * The machine's proposal that a draft began with: the one with the same forms, whoever pasted them, else the one that was
 * taken over, else that of the draft before.
 */
async function proposalOf({ db }: TextCall, held: LockedText, forms: Forms, given: string | undefined) {
  const { language, at, text, written } = held
  const proposed = await findProposal(db, language, at, forms, given)
  const isContinued = text.status === 'draft' || text.status === 'review'
  return proposed ?? (isContinued ? (written.rows.get(at)?.proposal_id ?? null) : null)
}

/** Saves a draft; rules are enforced on submission. */
export async function saveDraft(call: TextCall, id: string, { version, forms, proposal }: Draft) {
  const held = await lockText(call, id, version)
  if (isSame(held.text.forms, forms)) return getText(call, id)
  const proposal_id = await proposalOf(call, held, forms, proposal)
  const next = { act: 'save', status: 'draft', forms, author_id: call.actor.id, proposal_id } as const
  return applyAction(call, held, next, { before: held.text.forms, after: forms })
}

export async function submit(call: TextCall, id: string, version: number) {
  const held = await lockText(call, id, version)
  const { text } = held
  requireStatus(text, 'draft', 'Only a draft can be submitted for review.')
  requireValid(text.findings)
  const author_id = text.author?.id ?? call.actor.id
  const next = { act: 'submit', status: 'review', forms: text.forms, author_id } as const
  return applyAction(call, held, next, { before: { status: text.status }, after: { status: 'review' } })
}

/** @param acceptsProposal whether an unchanged proposal of a machine is approved */
export async function approve(call: TextCall, id: string, version: number, acceptsProposal = true) {
  const held = await lockText(call, id, version)
  const { text } = held
  requireStatus(text, 'review', 'Only a text in review can be approved.')
  if (text.is_protected && text.author?.id === call.actor.id)
    throw new Problem(409, 'Someone other than the author must approve an emergency or safety text.', {
      kind: 'second-person',
    })
  requireValid(text.findings)
  if (!acceptsProposal && text.proposal && !text.proposal.is_edited)
    throw new Problem(409, 'This text is an unchanged AI proposal. Read it before you approve it.', {
      kind: 'unread-proposal',
    })
  const { forms, source } = text
  return applyAction(
    call,
    held,
    {
      act: 'approve',
      status: 'published',
      forms,
      author_id: text.author?.id ?? call.actor.id,
      published: forms,
      published_source: source,
      is_published: true,
    },
    { before: text.published ?? text.bundled ?? {}, after: forms },
  )
}

export async function reject(call: TextCall, id: string, version: number, reason: string) {
  const held = await lockText(call, id, version)
  const { text } = held
  requireStatus(text, 'review', 'Only a text in review can be rejected.')
  const author_id = text.author?.id ?? call.actor.id
  const next = { act: 'reject', status: 'draft', forms: text.forms, author_id, note: reason } as const
  return applyAction(call, held, next, { before: { status: 'review' }, after: { status: 'draft', reason } })
}

/** Drops a text in review: the working copy is again what readers see. */
export async function discard(call: TextCall, id: string, version: number, reason: string) {
  const held = await lockText(call, id, version)
  const { text } = held
  requireStatus(text, 'review', 'Only a text in review can be discarded.')
  const next = {
    act: 'discard',
    status: text.published ? 'published' : 'rolled_back',
    forms: text.published ?? text.bundled ?? {},
    author_id: text.author?.id ?? call.actor.id,
    note: reason,
    proposal_id: null,
  } as const
  return applyAction(call, held, next, {
    before: { status: 'review', forms: text.forms },
    after: { status: next.status, reason },
  })
}

/** Restores a published revision, or the bundled text if `revision` is null. */
export async function rollBack(call: TextCall, id: string, version: number, revision: number | null) {
  const held = await lockText(call, id, version)
  const { text, written, at, language } = held
  const history = await listRevisions(call.db, language, at)
  const target = history.find(({ number }) => number === revision)
  if (revision !== null && !target?.is_published)
    throw new Problem(422, 'Only a published text can be restored.', {
      errors: [{ pointer: '#/revision', in: 'body', detail: 'Was never published' }],
    })
  if (text.version === 0) throw new Problem(409, 'This text has not been changed.', { kind: 'wrong-state' })
  if (target) requireValid(findingsIn(written, at, target.forms))
  const published = target?.forms ?? null
  const forms = published ?? text.bundled ?? {}
  return applyAction(
    call,
    held,
    {
      act: 'roll_back',
      status: 'rolled_back',
      forms,
      author_id: call.actor.id,
      published,
      published_source: published && text.source,
      proposal_id: null,
      is_published: published !== null,
    },
    { before: text.published ?? text.bundled ?? {}, after: forms },
  )
}
