import type { Language } from '#contract/kit/language.ts'
import { errorsIn, type Forms } from '#contract/localisation/text-rules.ts'
import type { InterfaceText, TextFault, TextWithHistory } from '#contract/localisation/translations.ts'
import type { UserCall } from '#server/kit/call.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { historyOf, hold, type Next, write, writtenIn } from './queries.ts'
import { isSame, judge, readId, textAt, type Written } from './texts.ts'

type Acting = Pick<UserCall, 'db' | 'actor' | 'audit'>

/** A text as an act finds it, held until the act is done. */
interface Held {
  language: Language
  at: string
  written: Written
  text: InterfaceText
}

const place = (id: string) => {
  const found = readId(id)
  if (!found) throw notFound('This text')
  return found
}

export async function show({ db }: Pick<Acting, 'db'>, id: string): Promise<TextWithHistory> {
  const { language, at } = place(id)
  const text = textAt(await writtenIn(db, language, at), at)
  return { ...text, history: await historyOf(db, language, at) }
}

export const stale = () =>
  new Problem(412, 'Somebody else changed this text in the meantime.', { kind: 'stale' })

async function find({ db }: Acting, id: string, version: number): Promise<Held> {
  const { language, at } = place(id)
  await hold(db, language, at)
  const written = await writtenIn(db, language, at)
  const text = textAt(written, at)
  if (text.version !== version) throw stale()
  return { language, at, written, text }
}

/** Writes an act, tells the activity log what it changed, and shows the text as it stands now. */
async function make(
  call: Acting,
  { language, at, text, written }: Held,
  next: Omit<Next, 'by' | 'published' | 'published_source'> & Partial<Next>,
  details: Record<string, unknown>,
): Promise<TextWithHistory> {
  const row = written.rows.get(at)
  const kept = { published: row?.published ?? null, published_source: row?.published_source ?? null }
  const done = await write(call.db, language, at, text.version, { ...kept, by: call.actor.id, ...next })
  if (!done) throw stale()
  call.audit({ action: next.act, resourceType: 'translations', resourceId: text.id, details })
  return show(call, text.id)
}

/** Refuses a text that breaks a rule, with the reason of each. */
function mustHold(faults: readonly TextFault[]): void {
  const errors = errorsIn(faults) as TextFault[]
  const [first] = errors
  if (!first) return
  throw new Problem(422, first.detail, {
    kind: 'faulty-text',
    errors: errors.map(({ form, detail }) => ({ pointer: `#/forms/${form}`, in: 'body', detail })),
  })
}

const mustBe = (text: InterfaceText, status: InterfaceText['status'], detail: string) => {
  if (text.status !== status) throw new Problem(409, detail, { kind: 'wrong-state' })
}

/** Keeps forms as a draft; they may break rules until they are handed in. */
export async function save(call: Acting, id: string, version: number, forms: Forms) {
  const held = await find(call, id, version)
  if (isSame(held.text.forms, forms)) return show(call, id)
  const next = { act: 'save', status: 'draft', forms, author_id: call.actor.id } as const
  return make(call, held, next, { before: held.text.forms, after: forms })
}

export async function submit(call: Acting, id: string, version: number) {
  const held = await find(call, id, version)
  const { text } = held
  mustBe(text, 'draft', 'Only a draft can be handed in for review.')
  mustHold(text.faults)
  const author_id = text.author?.id ?? call.actor.id
  const next = { act: 'submit', status: 'review', forms: text.forms, author_id } as const
  return make(call, held, next, { before: { status: text.status }, after: { status: 'review' } })
}

export async function approve(call: Acting, id: string, version: number) {
  const held = await find(call, id, version)
  const { text } = held
  mustBe(text, 'review', 'Only a text in review can be approved.')
  if (text.is_protected && text.author?.id === call.actor.id)
    throw new Problem(409, 'A text of emergencies or safety is approved by somebody else than its author.', {
      kind: 'second-person',
    })
  mustHold(text.faults)
  const { forms, source } = text
  return make(
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

export async function reject(call: Acting, id: string, version: number, reason: string) {
  const held = await find(call, id, version)
  const { text } = held
  mustBe(text, 'review', 'Only a text in review can be rejected.')
  const author_id = text.author?.id ?? call.actor.id
  const next = { act: 'reject', status: 'draft', forms: text.forms, author_id, note: reason } as const
  return make(call, held, next, { before: { status: 'review' }, after: { status: 'draft', reason } })
}

/** Brings a published revision back to the readers, or the text of the release. */
export async function rollBack(call: Acting, id: string, version: number, revision: number | null) {
  const held = await find(call, id, version)
  const { text, written, at, language } = held
  const history = await historyOf(call.db, language, at)
  const target = history.find(({ number }) => number === revision)
  if (revision !== null && !target?.is_published)
    throw new Problem(422, 'Only a text that was published can be brought back.', {
      errors: [{ pointer: '#/revision', in: 'body', detail: 'Was never published' }],
    })
  if (text.version === 0) throw new Problem(409, 'Nothing was changed here.', { kind: 'wrong-state' })
  if (target) mustHold(judge(written, at, target.forms))
  const published = target?.forms ?? null
  const forms = published ?? text.bundled ?? {}
  return make(
    call,
    held,
    {
      act: 'roll_back',
      status: 'rolled_back',
      forms,
      author_id: call.actor.id,
      published,
      published_source: published && text.source,
      is_published: published !== null,
    },
    { before: text.published ?? text.bundled ?? {}, after: forms },
  )
}
