import type { Page } from '@playwright/test'
import { test as base, expect, type Person, signIn } from '#tests/fixtures/console.ts'
import { hearing, lastSound, recordButton as record, speak } from '#tests/fixtures/microphone.ts'
import { spokenSentence } from '#tests/fixtures/recordings.ts'

/** A browser whose microphone hears a sentence again and again. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => hearing(launchOptions, (await spokenSentence()).wav, use),
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'serial' })

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** A conversation by voice that has just begun. */
async function begin(page: Page, person: Person) {
  await signIn(page, person, '/sessions/active')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByLabel('Voice input').check()
  await page.getByLabel('Voice output').check()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(record(page)).toBeEnabled()
}

test('with the embedded engines a turn is recorded, transcribed, corrected, sent, answered, and the answer spoken', async ({
  page,
  person,
}) => {
  const sound = await lastSound(page)
  await page.context().grantPermissions(['microphone'])
  await begin(page, await person('operator'))
  await speak(page, 6_000)
  // The engine reads its model first, and shares the processor with the other tests.
  await expect(box(page)).toHaveValue(/can you do for me/i, { timeout: 60_000 })
  await box(page).fill('I would like to do something for my garden.')
  await box(page).press('Enter')
  const log = page.getByRole('log')
  const turn = log.getByRole('listitem').filter({ hasText: 'something for my garden' }).first()
  await expect(turn.getByRole('img', { name: 'Spoken' })).toBeVisible()
  const silence = log.getByRole('button', { name: 'Stop reading' })
  await expect(silence).toBeVisible()
  await expect.poll(sound.currentTime).toBeGreaterThan(0.2)
  await silence.click()
  await expect(silence).toBeHidden()
  expect(await sound.paused()).toBe(true)

  await page.reload()
  const answer = log.getByRole('listitem').last()
  await answer.getByText('Details').click()
  for (const stage of ['Transcription', 'Speech', 'Total'])
    await expect(answer.locator('div').filter({ hasText: stage }).last()).toContainText(/[\d.,]+ ms/)
})

test('a microphone that is blocked, missing or muted has its own message', async ({ page, person }) => {
  await begin(page, await person('operator'))
  await page.evaluate(() => {
    navigator.permissions.query = async () => ({ state: 'prompt' }) as PermissionStatus
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('refused', 'NotAllowedError')
    }
  })
  await record(page).click()
  await expect(page.getByText('Your browser will ask to use the microphone.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Microphone access was denied.')

  await page.evaluate(() => {
    navigator.permissions.query = async () => ({ state: 'granted' }) as PermissionStatus
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('none', 'NotFoundError')
    }
  })
  await record(page).click()
  await expect(page.getByRole('alert')).toContainText('No microphone found.')

  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const mute = new AudioContext().createMediaStreamDestination()
      return mute.stream
    }
  })
  await record(page).click()
  await page.getByRole('button', { name: 'Done speaking' }).click()
  await expect(page.getByRole('alert')).toContainText('No sound detected.')
})

test('without transcription, or in another language, the screen asks to type', async ({ page, person }) => {
  const transcription = {
    available: false,
    name: null as string | null,
    languages: [] as string[],
    takes: 'any',
    longest: null,
  }
  await page.route('**/api/ai/speech', route =>
    route.fulfill({
      json: { voices: { provider: 'embedded', name: 'test', languages: ['en'] }, transcription },
    }),
  )
  await signIn(page, await person('operator'), '/sessions/active')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByLabel('Voice input').check()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('transcription isn’t set up')).toBeVisible()
  Object.assign(transcription, { available: true, name: 'test', languages: ['ja'] })
  await page.reload()
  await expect(page.getByText('Transcription isn’t available for English.')).toBeVisible()
  await expect(record(page)).toBeHidden()
})
