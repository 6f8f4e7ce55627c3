import { describe, expect, onTestFinished, test } from 'vitest'
import { ServiceFailure } from '#server/adapters/service.ts'
import { openAi } from '#server/adapters/transcription/openai.ts'
import { elevenLabs } from '#server/adapters/voices/elevenlabs.ts'
import { type Fault, speechServices } from '#tests/fixtures/speech-services.ts'

const { signal } = new AbortController()
const quick = { timeoutMs: 1_500, retryPause: 2 }

async function services() {
  const emulator = await speechServices()
  onTestFinished(() => emulator.close())
  const voices = elevenLabs({ baseUrl: emulator.url, apiKey: 'key', ...quick })
  const transcription = openAi({ baseUrl: `${emulator.url}/v1`, apiKey: 'key', model: 'whisper-1', ...quick })
  const recording = { type: 'audio/webm', extension: 'webm', language: 'en', signal } as const
  return {
    ...emulator,
    list: () => voices.voicesOf('es', signal),
    speak: () => voices.speak({ text: 'Hola', voice: 'mateo', model: 'flash_v2_5', signal }),
    transcribe: () => transcription.transcribe({ audio: new Uint8Array([1, 2, 3]), ...recording }),
  }
}

const failure = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof ServiceFailure ? error.kind : error),
  )

test('ElevenLabs lists the voices verified for a language first, and speaks with the model’s own name', async () => {
  const { list, speak, asked } = await services()
  expect((await list()).map(({ name, category }) => `${name} ${category}`)).toEqual([
    'Mateo cloned',
    'Rachel premade',
  ])
  const { audio, type } = await speak()
  expect(type).toBe('audio/mpeg')
  expect(audio.length).toBeGreaterThan(1_000)
  expect(asked[1]?.headers['xi-api-key']).toBe('key')
  expect(JSON.parse(String(asked[1]?.body))).toEqual({ text: 'Hola', model_id: 'eleven_flash_v2_5' })
})

test('a transcription sends the recording, its type, the model and the language', async () => {
  const { transcribe, asked } = await services()
  expect(await transcribe()).toBe('I slept well')
  const sent = String(asked[0]?.body)
  expect(sent).toContain('filename="recording.webm"')
  expect(sent).toMatch(/name="model"\r\n\r\nwhisper-1/)
  expect(sent).toMatch(/name="language"\r\n\r\nen/)
  expect(asked[0]?.headers.authorization).toBe('Bearer key')
})

const faults: [Fault, string, number][] = [
  [429, 'busy', 3],
  [500, 'down', 3],
  ['cut', 'broken', 3],
  ['nonsense', 'broken', 3],
  [401, 'refused', 1],
  [400, 'rejected', 1],
  ['silence', 'slow', 1],
]

/** What each of them answers when all is well. */
const right = {
  list: [expect.objectContaining({ name: 'Mateo' }), expect.objectContaining({ name: 'Rachel' })],
  speak: expect.objectContaining({ type: 'audio/mpeg' }),
  transcribe: 'I slept well',
}

describe.for(['list', 'speak', 'transcribe'] as const)('%s', part => {
  test.for(faults)('after %s is a failure: %s, after %i tries', async ([fault, kind, tries]) => {
    const { faults, asked, ...ask } = await services()
    faults.push(...Array.from({ length: tries }, () => fault))
    expect(await failure(ask[part]())).toBe(kind)
    expect(asked).toHaveLength(tries)
    await expect(ask[part]()).resolves.toEqual(right[part])
  })

  test('recovers from a temporary error', async () => {
    const { faults, ...ask } = await services()
    faults.push(500, 'cut')
    await expect(ask[part]()).resolves.toEqual(right[part])
  })
})

test('an unreachable service is distinguished from one that fails', async () => {
  const { speak, close } = await services()
  close()
  expect(await failure(speak())).toBe('down')
})

test('a disconnect aborts the call', async () => {
  const { url, faults } = await services()
  faults.push('silence')
  const hangingUp = new AbortController()
  const voices = elevenLabs({ baseUrl: url, apiKey: 'key', ...quick })
  const answer = voices.voicesOf('en', hangingUp.signal)
  hangingUp.abort(new Error('enough'))
  await expect(answer).rejects.toThrow('enough')
})
