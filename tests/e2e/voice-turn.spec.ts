import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openVoices } from '#server/adapters/voices/index.ts'
import { test as base, expect, type Person, signIn } from '#tests/fixtures/console.ts'
import { speechServices } from '#tests/fixtures/speech-services.ts'

const sentence = 'I slept well and my knee is better.'

/** A browser whose microphone hears the embedded voice say the sentence, again and again. */
const test = base.extend<object, { services: Awaited<ReturnType<typeof speechServices>> }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'voicedeck-microphone-'))
      const voices = openVoices({ ELEVENLABS_URL: 'http://127.0.0.1', SPEECH_TIMEOUT_MS: 20_000 })
      const { audio } = await voices.usual.speak({
        text: sentence,
        voice: 'espeak:en-US',
        model: 'eleven_multilingual_v2',
        signal: new AbortController().signal,
      })
      voices.close()
      const file = join(folder, 'sentence.wav')
      await writeFile(file, audio)
      const args = [
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-audio-capture=${file}`,
        '--autoplay-policy=no-user-gesture-required',
      ]
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] })
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const services = await speechServices(sentence, Number(process.env.E2E_SPEECH_PORT))
      await use(services)
      services.close()
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'serial' })

const record = (page: Page) => page.getByRole('button', { name: 'Record a message' })
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** A conversation by voice that has just begun. */
async function begin(page: Page, person: Person) {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      Object.assign(globalThis, { lastAudio: this })
      return play.call(this)
    }
  })
  await signIn(page, person, '/sessions/active')
  await page.getByLabel('Voice input').check()
  await page.getByLabel('Voice output').check()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(record(page)).toBeEnabled()
}

/** Records until something is heard. */
async function speak(page: Page) {
  await record(page).click()
  const done = page.getByRole('button', { name: 'Done speaking' })
  await expect(done).toBeVisible()
  await expect
    .poll(() => page.getByRole('meter').evaluate(meter => (meter as HTMLMeterElement).value))
    .toBeGreaterThan(0.05)
  await done.click()
}

test('a turn is recorded, written down, corrected, sent, answered, and the answer spoken aloud', async ({
  page,
  person,
  services,
}) => {
  await page.context().grantPermissions(['microphone'])
  await begin(page, await person('operator'))
  await speak(page)
  await expect(box(page)).toHaveValue(sentence)
  const [recording] = services.asked
  expect(recording?.body.subarray(0, 2_000).toString('latin1')).toContain('audio/webm')
  await box(page).fill(`${sentence} Thank you.`)
  await box(page).press('Enter')
  const log = page.getByRole('log')
  const turn = log.getByRole('listitem').filter({ hasText: `${sentence} Thank you.` })
  await expect(turn.getByRole('img', { name: 'Spoken' })).toBeVisible()
  const silence = log.getByRole('button', { name: 'Stop speaking' })
  await expect(silence).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(() => (globalThis as unknown as { lastAudio: HTMLAudioElement }).lastAudio.currentTime),
    )
    .toBeGreaterThan(0.2)
  await silence.click()
  await expect(silence).toBeHidden()
  expect(
    await page.evaluate(() => (globalThis as unknown as { lastAudio: HTMLAudioElement }).lastAudio.paused),
  ).toBe(true)
})

test('a service that fails is told of, keeps what is in the box, and the next try works', async ({
  page,
  person,
  services,
  complaints,
}) => {
  complaints.expect(/50[234]/)
  await page.context().grantPermissions(['microphone'])
  await begin(page, await person('operator'))
  await box(page).fill('Good morning.')
  for (const [fault, text] of [
    [429, 'The transcription service is busy just now.'],
    [500, 'The transcription service cannot be reached just now.'],
    ['cut', 'The transcription service broke off.'],
    ['nonsense', 'The transcription service broke off.'],
  ] as const) {
    // A success in between, or the service would be left alone after five failures in a row.
    services.faults.push(fault, fault, fault)
    await speak(page)
    await expect(page.getByRole('alert')).toContainText(text)
    await expect(box(page)).toHaveValue('Good morning.')
    await speak(page)
    await expect(box(page)).toHaveValue(`Good morning. ${sentence}`)
    await expect(page.getByRole('alert')).toBeHidden()
    await box(page).fill('Good morning.')
  }
  await record(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(record(page)).toBeVisible()
  await expect(box(page)).toHaveValue('Good morning.')
})

test('a microphone that is refused, missing or mute has its own message', async ({ page, person }) => {
  await begin(page, await person('operator'))
  await page.evaluate(() => {
    navigator.permissions.query = async () => ({ state: 'prompt' }) as PermissionStatus
  })
  await record(page).click()
  await expect(page.getByText('Your browser will ask for the microphone.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('The microphone was refused.')

  await page.evaluate(() => {
    navigator.permissions.query = async () => ({ state: 'granted' }) as PermissionStatus
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('none', 'NotFoundError')
    }
  })
  await record(page).click()
  await expect(page.getByRole('alert')).toContainText('No microphone was found.')

  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const mute = new AudioContext().createMediaStreamDestination()
      return mute.stream
    }
  })
  await record(page).click()
  await page.getByRole('button', { name: 'Done speaking' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was heard.')
})

test('where nothing listens, or not in this language, one is told to type', async ({ page, person }) => {
  const transcription = { available: false, name: null as string | null, languages: [] as string[] }
  await page.route('**/api/ai/speech', route =>
    route.fulfill({
      json: { voices: { provider: 'embedded', name: 'test', languages: ['en'] }, transcription },
    }),
  )
  await signIn(page, await person('operator'), '/sessions/active')
  await page.getByLabel('Voice input').check()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('nothing here writes down speech')).toBeVisible()
  Object.assign(transcription, { available: true, name: 'test', languages: ['ja'] })
  await page.reload()
  await expect(page.getByText('Speech in English cannot be written down here.')).toBeVisible()
  await expect(record(page)).toBeHidden()
})
