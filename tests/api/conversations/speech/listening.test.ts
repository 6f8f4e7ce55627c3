// @module-tag thorough

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { speech, transcriptions } from '#contract/conversations/speech.ts'
import { system } from '#contract/platform/system.ts'
import { test } from '#tests/fixtures/api.ts'
import { listening } from '#tests/fixtures/listening.ts'
import {
  samplesOf,
  spokenRate,
  spokenSentence,
  synthetic,
  wavFile,
  wordErrorRate,
} from '#tests/fixtures/recordings.ts'

/** The model's process of these tests. */
const modelPid = () =>
  Number(
    execFileSync('pgrep', ['-P', String(process.pid), '-f', 'moonshine/engine.ts'], { encoding: 'utf8' }),
  )

/** The most memory that a process has had, in megabytes. */
const peakMemory = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

interface Written {
  text: string
  model: string
  took_ms: number
  detail: string
}

/** Silence of some seconds. */
const silence = (seconds: number) => new Int16Array(seconds * spokenRate)
const spoken = (...parts: Int16Array[]) =>
  wavFile(Int16Array.from(parts.flatMap(part => [...part])), { rate: spokenRate })

const ear = test.extend<{
  sentence: Awaited<ReturnType<typeof spokenSentence>>
  write: (audio: Uint8Array, language?: string) => Promise<Written & { status: number }>
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's needs from the pattern
  sentence: async ({}, use) => use(await spokenSentence()),
  write: async ({ api }, use) => {
    const { url } = await listening(api)
    const { token } = await api.signedIn('operator')
    await use(async (audio, language = 'en') => {
      const body = new FormData()
      body.append('audio', new Blob([new Uint8Array(audio)], { type: 'audio/wav' }), 'turn.wav')
      body.append('language', language)
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${url}${transcriptions.create.path}`, { method: 'POST', headers, body })
      return { status: answer.status, ...((await answer.json()) as Written) }
    })
  },
})

describe('the embedded transcription model', () => {
  ear(
    'writes down a plain sentence to the letter',
    async ({ sentence, write }) => {
      const { status, text, model, took_ms } = await write(sentence.wav)
      expect(status).toBe(200)
      expect(text).toBe(sentence.text)
      expect(model).toBe('moonshine-tiny')
      expect(took_ms).toBeGreaterThan(50)
      // Database, voice and model start for it: far above what that takes, for machines that also do other work.
    },
    120_000,
  )

  ear(
    'understands other sentences of our artificial voices in part',
    { tags: ['thorough'] },
    async ({ write }) => {
      // It was trained on people; of what rules speak it mishears about a quarter of the words.
      const sentences = [
        'Good morning, how are you?',
        'I would like to talk about my garden.',
        'My son is coming to visit me on Sunday.',
        'I slept well and my knee is better.',
      ]
      const rates: number[] = []
      for (const sentence of sentences)
        rates.push(wordErrorRate(sentence, (await write(await synthetic(sentence, 'espeak:en-US+m2'))).text))
      expect(rates.reduce((sum, rate) => sum + rate, 0) / rates.length).toBeLessThan(0.4)
    },
  )

  ear('hears somebody who takes a while to begin, and pauses', async ({ sentence, write }) => {
    const speech = samplesOf(sentence.wav)
    const { text } = await write(spoken(silence(2), speech, silence(2), speech))
    expect(wordErrorRate(`${sentence.text} ${sentence.text}`, text)).toBeLessThan(0.15)
  })

  ear('writes down nothing where nobody speaks', async ({ write }) => {
    expect(await write(wavFile(new Int16Array(48_000)))).toMatchObject({ status: 200, text: '' })
    const rustle = Int16Array.from({ length: 48_000 }, (_, at) => ((at * 7_919) % 61) - 30)
    expect((await write(wavFile(rustle))).text).toBe('')
  })

  ear(
    'hears more than fits into its window, and stays within its memory',
    { tags: ['thorough'] },
    async ({ sentence, write }) => {
      const times = 24
      const phrase = [samplesOf(sentence.wav), silence(0.5)]
      const speech = spoken(...Array(times).fill(phrase).flat())
      expect(samplesOf(speech).length / spokenRate).toBeGreaterThan(40)
      const { text } = await write(speech)
      expect(wordErrorRate(Array(times).fill(sentence.text).join(' '), text)).toBeLessThan(0.15)
      expect(peakMemory(modelPid())).toBeLessThan(900)
    },
  )

  ear(
    'refuses other languages, other files, and more than two minutes, each clearly',
    async ({ sentence, write }) => {
      expect(await write(sentence.wav, 'ja')).toMatchObject({
        status: 422,
        detail: expect.stringContaining('isn’t available for this language'),
      })
      const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(2_000)])
      expect(await write(webm)).toMatchObject({ status: 422, detail: expect.stringContaining('WAV files') })
      const long = wavFile(new Int16Array(16_000 * 121))
      expect(await write(long)).toMatchObject({ status: 422, detail: expect.stringContaining('two minutes') })
    },
  )

  ear(
    'is killed while it listens: one call fails clearly, and the next is written down',
    { tags: ['thorough'] },
    async ({ sentence, write }) => {
      expect((await write(sentence.wav)).status).toBe(200)
      const pid = modelPid()
      const call = write(sentence.wav)
      await delay(60)
      process.kill(pid, 'SIGKILL')
      expect(await call).toMatchObject({
        status: 502,
        detail: 'The transcription service was interrupted. Please try again.',
      })
      expect(await write(sentence.wav)).toMatchObject({ status: 200, text: sentence.text })
      expect(modelPid()).not.toBe(pid)
    },
  )

  ear('takes one recording after the other, each with its own words', async ({ sentence, write }) => {
    const nothing = spoken(silence(1))
    const answers = await Promise.all([sentence.wav, nothing, sentence.wav].map(audio => write(audio)))
    expect(answers.map(({ text }) => text)).toEqual([sentence.text, '', sentence.text])
  })

  test('is announced before anyone records, and in the system status', async ({ api }) => {
    const operator = await api.signedIn('operator')
    expect((await operator.call(speech.abilities)).reply.transcription).toEqual({
      available: true,
      name: 'Moonshine tiny (English)',
      languages: ['en'],
      takes: 'wav',
      longest: 120,
    })
    const { reply } = await operator.call(system.status)
    expect(reply.parts.find(({ part }) => part === 'transcription')).toMatchObject({
      adapter: 'Moonshine tiny (English)',
      embedded: true,
      state: 'ok',
    })
  })
})
