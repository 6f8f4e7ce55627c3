import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { devices } from '#contract/devices.ts'
import { CapabilityMode, translationLanguages, translationSessions } from '#contract/translation-sessions.ts'
import type { Client } from './client.ts'

export interface Traffic {
  /** Holds the scopes `translation-sessions:write`, `devices:read` and `devices:write`. */
  program: Client
  /** Acts a minute. */
  rate: number
  minutes: number
  /** The longest that a translation session goes on, in seconds. */
  longest?: number
  stopping: AbortSignal
}

export interface Told {
  /** Calls that were answered, by what they did. */
  done: Record<string, number>
  /** What was refused, each text once. */
  refusals: Set<string>
}

const pick = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T
/** The first of a list far more often than the last. */
const pickSkewed = <T>(values: readonly T[]) => values[Math.floor(Math.random() ** 2.5 * values.length)] as T
/** Around a median, with the long tail that waiting times have. */
const around = (median: number) =>
  Math.round(
    median *
      Math.exp(0.35 * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())),
  )
/** Until the next of events that come independently of each other, in milliseconds. */
const untilNext = (perMinute: number) => (-Math.log(1 - Math.random()) * 60_000) / perMinute

/** Acts through the public API at a rate, as devices and people do, until the time is over or it is stopped. */
export async function simulate({ program, rate, minutes, longest = 60, stopping }: Traffic): Promise<Told> {
  const told: Told = { done: {}, refusals: new Set() }
  const fleet = (await program.call(devices.list, { query: { _end: 200 } })).devices.filter(
    ({ status }) => status === 'online' || status === 'offline',
  )
  const open = new Set<Promise<void>>()

  async function attempt(what: string, work: () => Promise<unknown>) {
    try {
      await work()
      told.done[what] = (told.done[what] ?? 0) + 1
    } catch (error) {
      told.refusals.add((error as Error).message)
    }
  }

  /** Somebody has something translated: the session is reported when it starts and when it has ended. */
  async function translate() {
    const source_language = pickSkewed(translationLanguages)
    const session = {
      session_key: randomUUID(),
      source_language,
      target_language: pickSkewed(translationLanguages.filter(language => language !== source_language)),
      mode: pickSkewed(CapabilityMode.options),
      started_at: new Date().toISOString(),
    }
    const report = (more: { status: 'active' | 'completed' | 'failed' } & Record<string, unknown>) =>
      program.call(translationSessions.report, { body: { ...session, ...more } })
    await attempt('translation sessions started', () => report({ status: 'active' }))
    await setTimeout(1_000 * Math.min(longest, around(longest / 4)), undefined, { signal: stopping }).catch(
      () => {},
    )
    const [transcription_ms, model_ms, speech_ms] = [around(240), around(420), around(210)] as const
    await attempt('translation sessions ended', () =>
      report({
        status: Math.random() < 0.06 ? 'failed' : 'completed',
        latency_ms: transcription_ms + model_ms + speech_ms,
        transcription_ms,
        model_ms,
        speech_ms,
        ended_at: new Date().toISOString(),
      }),
    )
  }

  /** A device is lost, or found again. */
  const blink = () =>
    attempt('devices that came or went', async () => {
      const device = pick(fleet)
      device.status = device.status === 'online' ? 'offline' : 'online'
      await program.call(devices.setStatus, { params: { id: device.id }, body: { status: device.status } })
    })

  const end = performance.now() + minutes * 60_000
  while (!stopping.aborted && performance.now() < end) {
    const act = fleet.length > 0 && Math.random() < 0.2 ? blink() : translate()
    open.add(act)
    void act.finally(() => open.delete(act))
    await setTimeout(untilNext(rate), undefined, { signal: stopping }).catch(() => {})
  }
  await Promise.all(open)
  return told
}
