import { conversations } from '#contract/conversations/conversations.ts'
import { fillPath } from '#contract/kit/urls.ts'
import type { Server } from '../lists/server.ts'

/** Milliseconds to the first words and to the end of a turn. */
export interface Timed {
  first: number
  whole: number
}

/** Turn texts, used in rotation. */
const sentences = [
  'I slept well and had porridge.',
  'My daughter is coming on Sunday.',
  'My knee hurts a little when it rains.',
  'I planted tomatoes on the balcony.',
  'Do you remember where my glasses are?',
  'The neighbour’s cat was here again.',
  'I miss my sister today.',
  'What shall I do this afternoon?',
]
let turn = 0

async function timed(
  response: Promise<Response>,
  began: number,
  isWord: (text: string) => boolean,
): Promise<Timed> {
  const { ok, status, body } = await response
  if (!ok || !body) throw new Error(`A turn was refused: ${status}`)
  let first = Number.NaN
  let rest = ''
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    rest += part
    if (Number.isNaN(first) && isWord(rest)) first = performance.now() - began
  }
  if (Number.isNaN(first)) throw new Error(`A turn was not answered: ${rest}`)
  return { first, whole: performance.now() - began }
}

const post = ({ url, headers }: Pick<Server, 'url' | 'headers'>, path: string, body: object) =>
  fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Starts a conversation. @returns its id */
export async function begin(server: Server, user_id: number): Promise<string> {
  const response = await post(server, conversations.start.path, { user_id })
  if (!response.ok) throw new Error(`A conversation was refused: ${response.status}`)
  return ((await response.json()) as { session: { id: string } }).session.id
}

/** Sends a turn and reads the streamed answer. */
export function streamedTurn(server: Server, id: string): Promise<Timed> {
  const message = sentences[turn++ % sentences.length]
  const began = performance.now()
  return timed(
    post(server, fillPath(conversations.stream.path, { id }), { message }),
    began,
    text => text.includes('"type":"words"') && !text.includes('"type":"failed"'),
  )
}

/** The same against the bare endpoint. */
export function bareAnswer(url: string): Promise<Timed> {
  const began = performance.now()
  const body = { model: 'gpt-4o-mini', stream: true, messages: [{ role: 'user', content: sentences[0] }] }
  return timed(post({ url, headers: {} }, '/chat/completions', body), began, text =>
    text.includes('"content"'),
  )
}
