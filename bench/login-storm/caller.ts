import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Endpoint } from '#contract/kit/endpoint.ts'

interface Answer {
  status: number
  text: string
  /** Latency in milliseconds. */
  took: number
}

/** A client that calls from a loopback address. */
export const callerFrom = (
  localAddress: string,
  url: string,
  agent = new Agent({ keepAlive: true, maxSockets: 16 }),
) => ({
  ask: ({ method, path }: Endpoint, body?: object, token?: string) =>
    new Promise<Answer>((resolve, reject) => {
      const began = performance.now()
      const headers = {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      }
      request(url + path, { method, agent, localAddress, headers }, response => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, took: performance.now() - began }),
        )
        response.on('error', reject)
      })
        .on('error', reject)
        .end(body && JSON.stringify(body))
    }),
  leave: () => agent.destroy(),
})

/** Runs a task at a fixed rate, without waiting for earlier runs. @returns all results */
export async function atSteadyRate<T>(
  perSecond: number,
  seconds: number,
  work: (turn: number) => Promise<T>,
): Promise<T[]> {
  const begun: Promise<T>[] = []
  const start = performance.now()
  for (let now = start; now < start + seconds * 1_000; now = performance.now()) {
    const due = Math.floor(((now - start) / 1_000) * perSecond) + 1
    while (begun.length < due) begun.push(work(begun.length))
    await setTimeout(5)
  }
  return Promise.all(begun)
}
