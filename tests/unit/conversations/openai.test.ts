import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { breaker } from '#server/adapters/breaker.ts'
import { ChatFailure, type ChatRequest } from '#server/adapters/chat/chat.ts'
import { openAi } from '#server/adapters/chat/openai.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** An endpoint of our own that answers as it is told. */
async function endpoint(answer: RequestListener, timeoutMs = 10_000) {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return openAi({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'test', timeoutMs, retryPause: 5 })
}

const chunk = (delta: object, rest: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'gpt-4o-mini', choices: [{ index: 0, delta, finish_reason: null }], ...rest })}\n\n`
const last = (finish_reason = 'stop') =>
  chunk(
    {},
    {
      choices: [{ index: 0, delta: {}, finish_reason }],
      usage: { prompt_tokens: 21, completion_tokens: 3, total_tokens: 24 },
    },
  )

const streaming: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(
    `${chunk({ role: 'assistant', content: 'Good ' })}${chunk({ content: 'morning.' })}${last()}data: [DONE]\n\n`,
  )
}

const request = (signal = new AbortController().signal): ChatRequest => ({
  task: 'small_talk',
  language: 'en',
  model: 'gpt-4o-mini',
  turns: [{ type: 'user', content: 'Hello' }],
  emotion: 'neutral',
  help: null,
  stated: [],
  asked: undefined,
  known: ['your cat is called Minka'],
  dialogue: {},
  signal,
})

async function answered(chat: Awaited<ReturnType<typeof endpoint>>, asked = request()) {
  const words: string[] = []
  const answer = chat.answer(asked)
  for (;;) {
    const next = await answer.next()
    if (next.done) return { words, ...next.value }
    words.push(next.value)
  }
}
const failure = (chat: Awaited<ReturnType<typeof endpoint>>) =>
  answered(chat).then(
    () => 'answered',
    (error: unknown) => (error instanceof ChatFailure ? error.kind : error),
  )

describe('an OpenAI-compatible endpoint', () => {
  test('streams an answer word by word, with its tokens, and receives what is known', async () => {
    let reply = ''
    const chat = await endpoint((incoming, response) => {
      incoming.on('data', part => {
        reply += part
      })
      incoming.on('end', () => streaming(incoming, response))
    })
    expect(await answered(chat)).toMatchObject({
      words: ['Good ', 'morning.'],
      model: 'gpt-4o-mini',
      tokens: { input: 21, output: 3 },
    })
    expect(reply).toContain('your cat is called Minka')
  })

  test('is retried while it is busy or down, until the first word', async () => {
    const statuses = [429, 500]
    const chat = await endpoint((incoming, response) => {
      const status = statuses.shift()
      if (!status) return streaming(incoming, response)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end('{"error":{"message":"no"}}')
    })
    expect((await answered(chat)).words).toEqual(['Good ', 'morning.'])
  })

  test.for([
    [429, 'busy'],
    [500, 'down'],
    [401, 'refused'],
    [404, 'rejected'],
  ] as const)('that keeps responding with %s is reported as %s', async ([status, kind]) => {
    let asked = 0
    const chat = await endpoint((_incoming, response) => {
      asked += 1
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end('{"error":{"message":"no"}}')
    })
    expect(await failure(chat)).toBe(kind)
    expect(asked).toBe(kind === 'refused' || kind === 'rejected' ? 1 : 3)
  })

  test('writes a text, and is hung up on once that is too long or no longer wanted', async () => {
    let closed = 0
    const chat = await endpoint((incoming, response) => {
      response.on('close', () => {
        if (!response.writableFinished) closed += 1
      })
      let asked = ''
      incoming.on('data', part => {
        asked += part
      })
      incoming.on('end', () => {
        if (asked.includes('short')) return streaming(incoming, response)
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const more = () => {
          if (response.destroyed) return
          response.write(chunk({ content: 'x'.repeat(asked.includes('endless') ? 1_000 : 1) }))
          setTimeout(more, 1)
        }
        more()
      })
    })
    const leaving = new AbortController()
    const write = (material: string) =>
      chat.write?.({ model: 'any', instructions: 'Write', material, signal: leaving.signal })
    expect(await write('short')).toBe('Good morning.')
    await expect(write('endless')).rejects.toMatchObject({ kind: 'broken' })
    await expect.poll(() => closed).toBe(1)
    const slow = write('slow')
    setTimeout(() => leaving.abort(new Error('gone')), 50)
    await expect(slow).rejects.toThrow('gone')
    await expect.poll(() => closed).toBe(2)
  })

  test('that lacks one model continues with the others', async () => {
    const chat = await endpoint((incoming, response) => {
      let asked = ''
      incoming.on('data', part => {
        asked += part
      })
      incoming.on('end', () => {
        if (asked.includes('"gpt-4o-mini"')) return streaming(incoming, response)
        response.writeHead(404, { 'content-type': 'application/json' })
        response.end('{"error":{"message":"no such model"}}')
      })
    })
    for (let time = 0; time < 6; time++)
      await expect(answered(chat, { ...request(), model: 'gpt-4' })).rejects.toMatchObject({
        kind: 'rejected',
      })
    expect((await answered(chat)).words).toEqual(['Good ', 'morning.'])
  })

  test('that is silent times out', async () => {
    const chat = await endpoint(() => {}, 200)
    expect(await failure(chat)).toBe('slow')
  })

  test('whose answer is cut off or malformed is reported as broken', async () => {
    const cut = await endpoint((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk({ content: 'Good ' }))
      setTimeout(() => response.destroy(), 20)
    })
    expect(await failure(cut)).toBe('broken')
    const malformed = await endpoint((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('data: {"what": is this\n\n')
    })
    expect(await failure(malformed)).toBe('broken')
  })

  test('stops on abort', async () => {
    const chat = await endpoint((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk({ content: 'Good ' }))
    })
    const stopping = new AbortController()
    const answer = chat.answer(request(stopping.signal))
    expect((await answer.next()).value).toBe('Good ')
    const rest = answer.next()
    stopping.abort(new Error('enough'))
    await expect(rest).rejects.toThrow('enough')
  })
})

test('a service that fails repeatedly is not called for a while, and tried once after each pause', () => {
  let now = 0
  const guard = breaker(2, 1_000, () => now)
  guard.failed()
  expect(guard.mayTry()).toBe(true)
  guard.failed()
  expect(guard.mayTry()).toBe(false)
  now = 1_000
  expect(guard.mayTry()).toBe(true)
  expect(guard.mayTry()).toBe(false)
  guard.succeeded()
  expect(guard.mayTry()).toBe(true)
})
