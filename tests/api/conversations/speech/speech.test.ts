import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished } from 'vitest'
import { speech } from '#contract/conversations/speech.ts'
import { voiceLanguages } from '#contract/conversations/voice-languages.ts'
import { openAi } from '#server/adapters/transcription/openai.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { speechServices } from '#tests/fixtures/speech-services.ts'

/** A file of speech as the API answers it. */
async function spoken(api: Api, token: string, path: string, body: object) {
  const answer = await api.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${token}` },
    payload: body,
  })
  return { status: answer.statusCode, type: answer.headers['content-type'], audio: answer.rawPayload, answer }
}

/** How long a WAV of 16-bit samples lasts in seconds, how loud it is from 0 to 1, and how often a second it crosses 0. */
function measured(wav: Buffer) {
  expect(wav.subarray(0, 4).toString()).toBe('RIFF')
  const rate = wav.readUInt32LE(24)
  const samples = new Int16Array(new Uint8Array(wav.subarray(44, 44 + wav.readUInt32LE(40))).buffer)
  let squares = 0
  let crossings = 0
  for (let n = 0; n < samples.length; n++) {
    const sample = samples[n] ?? 0
    squares += sample * sample
    if (sample < 0 !== (samples[n - 1] ?? 0) < 0) crossings += 1
  }
  const seconds = samples.length / rate
  return { seconds, rms: Math.sqrt(squares / samples.length) / 32_768, brightness: crossings / seconds }
}
type Sound = ReturnType<typeof measured>

/** By how much two sounds differ in what they differ most in; the same voice's own repeats do by less than 0.04. */
const difference = (one: Sound, other: Sound) =>
  Math.max(
    ...(['seconds', 'rms', 'brightness'] as const).map(
      name => Math.abs(one[name] - other[name]) / Math.max(one[name], other[name]),
    ),
  )

/** The engine's process of these tests. */
const enginePid = () =>
  Number(execFileSync('pgrep', ['-P', String(process.pid), '-f', 'espeak/engine.ts'], { encoding: 'utf8' }))

describe('the embedded voices', () => {
  test('speak all 26 languages audibly, with different timbres', {
    tags: ['thorough'],
    timeout: 120_000,
  }, async ({ api }) => {
    const admin = await api.signedIn('admin')
    const { reply: abilities } = await admin.call(speech.abilities)
    expect(abilities.voices.provider).toBe('embedded')
    expect(abilities.voices.languages).toHaveLength(26)
    for (const { code, sample, recommendedModel: model } of voiceLanguages) {
      const { status, reply } = await admin.call(speech.voices, {
        body: { provider: 'elevenlabs', language: code },
      })
      expect(status).toBe(200)
      expect(reply.provider).toBe('embedded')
      expect(reply.voices.length).toBeGreaterThanOrEqual(5)
      const timbres: Sound[] = []
      for (const { voice_id: voice } of reply.voices) {
        const { status, type, audio } = await spoken(api, admin.token, '/ai/text-to-speech', {
          text: sample,
          provider: 'elevenlabs',
          voice,
          model,
        })
        expect(status, voice).toBe(200)
        expect(type).toBe('audio/wav')
        const sound = measured(audio)
        const { seconds, rms } = sound
        expect(seconds, voice).toBeGreaterThan(1)
        expect(seconds, voice).toBeLessThan(8)
        expect(rms, voice).toBeGreaterThan(0.02)
        if (timbres.length > 0 && !voice.includes('+')) continue
        for (const other of timbres) expect(difference(sound, other), voice).toBeGreaterThan(0.05)
        timbres.push(sound)
      }
      expect(timbres).toHaveLength(5)
    }
    // 160 texts are spoken: far above what that takes, for machines that also do other work.
  })

  test('refuse unsupported text and unknown voices', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const refusal = async (text: string, voice: string) =>
      (await admin.call(speech.preview, { body: { text, voice } })).problem.detail
    const japanese = { text: '今日はお元気ですか。', language: 'ja' }
    expect((await spoken(api, admin.token, '/api/ai/text-to-speech', japanese)).status).toBe(200)
    expect(await refusal('今日は憂鬱です', 'espeak:ja')).toContain('common kanji')
    expect(await refusal('Hello', 'espeak:xx')).toBe('This voice does not exist')
    expect(await refusal('Hello', 'rachel')).toBe('This voice does not exist')
    expect(await refusal('…', 'espeak:en-US')).toBe('This text contains nothing to speak.')
  })

  test('ignore markup in a text', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const say = async (text: string) =>
      measured((await spoken(api, admin.token, '/ai/text-to-speech', { text, voice: 'espeak:en-US' })).audio)
        .seconds
    expect(await say('one <break time="9s"/> two')).toBeCloseTo(await say('one break time="9s"/ two'), 1)
    expect(await say("one [[h@l'oU]] two")).toBeCloseTo(await say("one h@l'oU two"), 1)
  })

  test('survive their engine: killed while it speaks, one call fails clearly and the next one is spoken', async ({
    api,
  }) => {
    const admin = await api.signedIn('admin')
    const say = (text: string) => spoken(api, admin.token, '/ai/text-to-speech', { text, voice: 'espeak:de' })
    expect((await say('Guten Morgen')).status).toBe(200)
    const pid = enginePid()
    const long = say('Wie geht es Ihnen heute, haben Sie gut geschlafen? '.repeat(75))
    await delay(100)
    process.kill(pid, 'SIGKILL')
    const { status, answer } = await long
    expect(status).toBe(502)
    expect(answer.json().detail).toBe('The voice service was interrupted. Please try again.')
    expect((await say('Und weiter geht es')).status).toBe(200)
    expect(enginePid()).not.toBe(pid)
  })

  test('use the chosen voice of a language', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const say = async () =>
      (await spoken(api, admin.token, '/api/ai/text-to-speech', { text: 'Buongiorno', language: 'it' })).audio
    const before = await say()
    const preferredVoice = 'espeak:it+m2'
    const it = { preferredVoice, preferredVoiceName: 'Standard, male', model: 'eleven_multilingual_v2' }
    await admin.call(speech.choose, { body: { it } })
    expect(measured(await say()).rms).toBeGreaterThan(0.02)
    expect(await say()).not.toEqual(before)
    // The voice of an account that is not configured any more gives way to the usual one.
    await admin.call(speech.choose, { body: { it: { ...it, preferredVoice: 'rachel' } } })
    expect(await say()).toEqual(before)
  })
})

describe('language settings', () => {
  test('are merged, logged, and changed by permitted callers only', async ({ api }) => {
    const admin = await api.signedIn('admin')
    const setting = { preferredVoice: 'espeak:fr', preferredVoiceName: 'Metropolitan', model: 'eleven_v3' }
    const { status } = await admin.call(speech.choose, { body: { fr: setting } })
    expect(status).toBe(200)
    const { reply } = await admin.call(speech.choose, { body: { th: { ...setting, preferredVoice: 'th' } } })
    expect(reply).toMatchObject({ fr: setting, th: { preferredVoice: 'th' } })
    const operator = await api.signedIn('operator')
    expect((await operator.call(speech.settings)).reply).toEqual(reply)
    expect((await operator.call(speech.choose, { body: { fr: setting } })).status).toBe(403)
    expect((await admin.call(speech.choose, { body: { xx: setting } })).status).toBe(422)
    const logs = await api.db
      .selectFrom('activity_logs')
      .select('details')
      .where('resource_type', '=', 'language-settings')
      .where('actor_id', '=', admin.id)
      .execute()
    expect(logs).toHaveLength(2)
  })
})

describe('transcription', () => {
  const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(2_000_000)])
  const upload = (url: string, token: string, audio: Uint8Array, language = 'en') => {
    const body = new FormData()
    body.append('audio', new Blob([new Uint8Array(audio)], { type: 'audio/webm' }), 'turn.webm')
    body.append('language', language)
    return fetch(`${url}/api/ai/speech-to-text`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
  }
  const detailOf = async (response: Response) => ((await response.json()) as { detail: string }).detail

  test('explains what to configure if it is not available', async ({ api }) => {
    const operator = await api.signedIn('operator')
    const { url, app } = await listening(api, { transcription: null })
    const refused = await upload(url, operator.token, webm)
    expect(refused.status).toBe(422)
    expect(await detailOf(refused)).toContain('TRANSCRIPTION_BASE_URL')
    const abilities = await app.inject({
      url: speech.abilities.path,
      headers: { authorization: `Bearer ${operator.token}` },
    })
    expect(abilities.json().transcription.available).toBe(false)
  })

  test('transcribes a recording, and refuses other files, large ones, and requests without a form', async ({
    api,
  }) => {
    const emulator = await speechServices('My knee is better')
    onTestFinished(() => emulator.close())
    const endpoint = { baseUrl: `${emulator.url}/v1`, apiKey: 'key', model: 'whisper-1' }
    const transcription = openAi({ ...endpoint, timeoutMs: 30_000, retryPause: 2 })
    const { url } = await listening(api, { transcription })
    const { token } = await api.signedIn('operator')
    const written = await upload(url, token, webm)
    expect(written.status).toBe(200)
    expect(await written.json()).toEqual({
      text: 'My knee is better',
      language: 'en',
      model: 'whisper-1',
      took_ms: expect.any(Number),
    })
    expect(emulator.asked[0]?.body.length).toBeGreaterThan(2_000_000)

    const page = await upload(url, token, Buffer.from('<html>'))
    expect(page.status).toBe(422)
    expect(await detailOf(page)).toContain('Unsupported recording format')
    expect((await upload(url, token, webm, 'tlh')).status).toBe(422)
    expect((await upload(url, token, Buffer.alloc(10_000_001, webm))).status).toBe(413)
    const torn = await fetch(`${url}/api/ai/speech-to-text`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nhalf',
    })
    expect(torn.status).toBe(400)
    expect(emulator.asked).toHaveLength(1)

    emulator.faults.push(429, 429, 429)
    const busy = await upload(url, token, webm)
    expect(busy.status).toBe(503)
    expect(await detailOf(busy)).toContain('is busy')
    expect((await upload(url, token, webm)).status).toBe(200)
  })

  test('refuses languages that the model does not understand', async ({ api }) => {
    const { token } = await api.signedIn('operator')
    const transcription = { name: 'English', model: 'test', languages: ['en'], transcribe: async () => 'Yes' }
    const { url } = await listening(api, { transcription: transcription as never })
    const refused = await upload(url, token, webm, 'ja')
    expect(refused.status).toBe(422)
    expect(await detailOf(refused)).toMatch(/^Transcription isn’t available for this language\..*endpoint/)
    expect((await upload(url, token, webm)).status).toBe(200)
  })
})
