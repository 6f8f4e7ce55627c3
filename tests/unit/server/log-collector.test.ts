import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openLog } from '#server/log.ts'
import { openCollector } from '#server/log-collector.ts'

/** A collector of logs, which may be away for a while. */
async function elsewhere() {
  const state = { away: false, lines: [] as string[], types: new Set<unknown>(), users: new Set<unknown>() }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (state.away) return response.writeHead(503).end()
    state.types.add(request.headers['content-type'])
    state.users.add(request.headers.authorization)
    state.lines.push(...body.trimEnd().split('\n'))
    response.writeHead(204).end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return Object.assign(state, { url: `127.0.0.1:${(server.address() as AddressInfo).port}/lines` })
}

describe('the collector of log lines', () => {
  test('receives each line once, in order, without secrets, with its credentials', async () => {
    const there = await elsewhere()
    const collector = openCollector(`http://deck:p%40ss@${there.url}`, () => {}, { every: 5 })
    const log = openLog({ LOG_LEVEL: 'info' }, collector)
    for (let turn = 0; turn < 2_500; turn++) log.info({ turn, token: 'secret' }, 'call')
    await vi.waitFor(() => expect(there.lines).toHaveLength(2_500))
    await collector.close()
    expect(there.lines.map(line => JSON.parse(line).turn)).toEqual(
      Array.from({ length: 2_500 }, (_, at) => at),
    )
    expect(there.lines.join('')).not.toContain('secret')
    expect([...there.types]).toEqual(['application/x-ndjson'])
    expect([...there.users]).toEqual([`Basic ${Buffer.from('deck:p@ss').toString('base64')}`])
  })

  test('receives missed lines later; beyond the limit the oldest are dropped and counted', async () => {
    const there = await elsewhere()
    there.away = true
    const complaints: string[] = []
    const say = (turn: number) => collector.write(`${JSON.stringify({ turn })}\n`)
    const collector = openCollector(
      `http://${there.url}`,
      // Between two requests: one under way might yet be taken.
      text => {
        complaints.push(text)
        for (const turn of [4, 5]) say(turn)
        there.away = false
      },
      { every: 5, maxQueued: 3 },
    )
    for (const turn of [1, 2, 3]) say(turn)
    await vi.waitFor(() => expect(complaints).toEqual(['Log lines cannot be handed over: it answered 503']))
    await collector.close()
    expect(there.lines.map(line => JSON.parse(line))).toMatchObject([
      { lines: 2, msg: 'log lines were dropped' },
      { turn: 3 },
      { turn: 4 },
      { turn: 5 },
    ])
  })
})
