import type { Session } from '#contract/conversations/conversations.ts'
import type { File } from '#server/kit/handlers.ts'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** One paragraph per message; text that the caller may not read is shown as "(hidden)". */
function plainText({ user_name, task, language, started_at, messages }: Session): string {
  const head = `${user_name} · ${task} · ${language} · ${started_at}\n`
  const said = messages.map(({ type, content, timestamp, safety_flagged, stopped }) => {
    const marks = [safety_flagged && 'safety flagged', stopped && 'stopped'].filter(Boolean).join(', ')
    const who = type === 'user' ? user_name : 'Companion'
    return `[${timestamp}] ${who}${marks && ` (${marks})`}:\n${content ?? '(hidden)'}\n`
  })
  return [head, ...said].join('\n')
}

export function toTranscriptFile(session: Session, format: 'txt' | 'json'): File {
  const name = `conversation-${session.started_at.slice(0, 10)}-${session.id.slice(-6)}.${format}`
  return format === 'json'
    ? {
        name,
        type: 'application/json; charset=utf-8',
        content: once(`${JSON.stringify(session, null, 2)}\n`),
      }
    : { name, type: 'text/plain; charset=utf-8', content: once(plainText(session)) }
}
