import { v7 as uuid } from 'uuid'
import { conversations, type Session } from '#contract/conversations/conversations.ts'
import { staffRoles } from '#contract/kit/permissions.ts'
import { type File, file, outsideTransaction } from '#server/kit/handlers.ts'
import { findAccessiblePerson } from '#server/kit/person.ts'
import { forbidden, notFound } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import {
  findSession,
  getSession,
  searchTranscripts,
  sessionTable,
  setStatus,
  withMessages,
} from './queries.ts'
import { streamReply, toChatProblem } from './reply.ts'
import { startSession } from './start.ts'
import { streamTurn } from './stream.ts'
import { receiveTurn, saveReply, toTurn } from './turn.ts'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** One paragraph per message; text that the caller may not read is shown as "(hidden)". */
function plainText({ user_name, task, language, started_at, messages }: Session): string {
  const head = `${user_name} · ${task} · ${language} · ${started_at}\n`
  const paragraphs = messages.map(({ type, content, timestamp, safety_flagged, stopped }) => {
    const flags = [safety_flagged && 'safety flagged', stopped && 'stopped'].filter(Boolean).join(', ')
    const who = type === 'user' ? user_name : 'Companion'
    return `[${timestamp}] ${who}${flags && ` (${flags})`}:\n${content ?? '(hidden)'}\n`
  })
  return [head, ...paragraphs].join('\n')
}

function toTranscriptFile(session: Session, format: 'txt' | 'json'): File {
  const name = `conversation-${session.started_at.slice(0, 10)}-${session.id.slice(-6)}.${format}`
  return format === 'json'
    ? {
        name,
        type: 'application/json; charset=utf-8',
        content: once(`${JSON.stringify(session, null, 2)}\n`),
      }
    : { name, type: 'text/plain; charset=utf-8', content: once(plainText(session)) }
}

export default serve(conversations)({
  list: {
    ...sessionTable.list,
    page: async call => {
      const page = await sessionTable.page(call, call.query)
      return { ...page, sessions: await withMessages(call, page.sessions) }
    },
  },
  show: call => getSession(call, call.params.id),
  companion: ({ services: { chat } }) => ({ name: chat.name, embedded: chat.embedded }),
  search: async call => ({ hits: await searchTranscripts(call, call.query.q, call.query.limit) }),
  start: async call => {
    const { user_id, ...settings } = call.body
    return getSession(
      call,
      await startSession(call, await findAccessiblePerson(call, String(user_id)), settings),
    )
  },
  message: outsideTransaction(async (call, withTransaction) => {
    const heard = await receiveTurn(call, withTransaction)
    if (heard.reply) return toTurn(call, heard, heard.reply)
    const gone = new AbortController()
    call.reply.raw.once('close', () => gone.abort())
    const words = streamReply(call.services.chat, heard, gone.signal)
    try {
      for (;;) {
        const next = await words.next()
        if (!next.done) continue
        return await toTurn(call, heard, await saveReply(call, withTransaction, heard, next.value))
      }
    } catch (error) {
      throw toChatProblem(error)
    }
  }),
  stream: file((call, withTransaction) => streamTurn(call, withTransaction)),
  pause: call => setStatus(call, call.params.id, 'paused'),
  resume: call => setStatus(call, call.params.id, 'active'),
  end: call => setStatus(call, call.params.id, 'ended'),
  annotate: async call => {
    const { db, actor, body, params } = call
    const { id: conversation_id, organization_id } = await findSession(call, params.id)
    if (!staffRoles.some(role => role === actor.role)) throw forbidden()
    const message = await db
      .selectFrom('messages')
      .select('id')
      .where('conversation_id', '=', conversation_id)
      .where('id', '=', body.message_id)
      .executeTakeFirst()
    if (!message) throw notFound('This message')
    const created_at = new Date().toISOString()
    const id = uuid()
    await db
      .insertInto('message_annotations')
      .values({ id, organization_id, conversation_id, author_id: actor.id, ...body, created_at })
      .execute()
    call.audit({
      action: 'create',
      resourceType: 'message-annotations',
      resourceId: id,
      organizationId: organization_id,
      details: { conversation_id, after: { message_id: body.message_id, verdict: body.verdict } },
    })
    return { id, ...body, author_name: actor.name, created_at }
  },
  transcript: file(async call => {
    const { session } = await getSession(call, call.params.id)
    return toTranscriptFile(session, call.query.format)
  }),
})
