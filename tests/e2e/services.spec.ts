import { configuredServer } from '#tests/fixtures/configured-server.ts'
import { test as base, expect } from '#tests/fixtures/console.ts'
import { hearing, lastSound, recordButton, speak } from '#tests/fixtures/microphone.ts'
import { synthetic } from '#tests/fixtures/recordings.ts'

const sentence = 'I slept well and my knee is better.'
const answer =
  'I am glad that your knee is better, and that you slept well. What would you like to do with this day?'

const test = base.extend<object, { services: Awaited<ReturnType<typeof configuredServer>> }>({
  launchOptions: [
    async ({ launchOptions }, use) => hearing(launchOptions, await synthetic(sentence), use),
    { scope: 'worker' },
  ],
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const services = await configuredServer({ said: sentence, answer })
      await use(services)
      await services.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
test.describe.configure({ mode: 'serial' })

test('the voices of an account are listened to and chosen', async ({ page, services }) => {
  const sound = await lastSound(page)
  await services.open(page, '/language-config?language=es')
  await expect(page.getByText(/ElevenLabs \(.+\) provides the voices/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Preview/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Preview Mateo' }).click()
  await expect.poll(sound.ended).toBe(true)
  const spoken = services.speech.asked.find(({ path }) => path.includes('/text-to-speech/mateo'))
  expect(JSON.parse(String(spoken?.body))).toMatchObject({ model_id: 'eleven_multilingual_v2' })
  await page.getByRole('button', { name: 'Select Voice Mateo' }).click()
  await expect(page.getByText('Language settings saved successfully')).toBeVisible()
})

test('an answer streams word by word, is stopped half-way and kept up to there; the next one is spoken', async ({
  page,
  services,
}) => {
  const sound = await lastSound(page)
  await services.open(page, '/sessions/active')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByLabel('Voice output').check()
  await page.getByRole('button', { name: 'Start' }).click()
  const box = page.getByRole('textbox', { name: 'Message' })
  const log = page.getByRole('log')
  await expect(log).toBeVisible()
  const before = services.chat.stopped()
  await box.fill('My knee is better.')
  await box.press('Enter')
  await expect(log).toContainText('I am glad that')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const stopped = log.getByRole('listitem').filter({ hasText: 'Stopped' })
  await expect(stopped).toContainText('I am glad that')
  await expect(log).not.toContainText('this day')
  await expect.poll(services.chat.stopped).toBe(before + 1)
  await stopped.getByText('Details').click()
  await expect(stopped).toContainText('Time to first word')

  await box.fill('And I slept well.')
  await box.press('Enter')
  const whole = log.getByRole('listitem').filter({ hasText: answer })
  await expect(whole).toBeVisible()
  await expect.poll(sound.ended).toBe(true)
  await whole.getByText('Details').click()
  await expect(whole).toContainText('gpt-4o-mini')
  await expect(whole).toContainText(/40 in, \d+ out/)
  await expect(whole).toContainText('$0.00')
})

test('a failing endpoint is reported, keeps the words, and the session continues', async ({
  page,
  services,
}) => {
  await services.open(page, '/sessions/active')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  const box = page.getByRole('textbox', { name: 'Message' })
  await expect(page.getByRole('log')).toBeVisible()
  for (const [faults, text] of [
    [[429, 429, 429], 'The AI model is busy.'],
    [['cut'], 'The AI model’s reply was interrupted.'],
  ] as const) {
    services.chat.faults.push(...faults)
    await box.fill('Good morning.')
    await box.press('Enter')
    await expect(page.getByRole('alert')).toContainText(text)
    await expect(box).toHaveValue('Good morning.')
    await box.press('Enter')
    await expect(page.getByRole('log').getByRole('listitem').filter({ hasText: answer }).last()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  }
  // What was said again after a failure was stored once.
  await page.reload()
  await expect(page.getByRole('log').getByRole('listitem').filter({ hasText: 'Good morning.' })).toHaveCount(
    2,
  )
})

test('a failed transcription is reported, keeps the text in the box, and the next attempt works', async ({
  page,
  services,
  complaints,
}) => {
  complaints.expect(/50[234]/)
  await page.context().grantPermissions(['microphone'])
  await services.open(page, '/sessions/active')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByLabel('Voice input').check()
  await page.getByRole('button', { name: 'Start' }).click()
  const box = page.getByRole('textbox', { name: 'Message' })
  await expect(recordButton(page)).toBeEnabled()
  await box.fill('Good morning.')
  for (const [fault, text] of [
    [429, 'The transcription service is busy.'],
    [500, 'The transcription service can’t be reached.'],
    ['cut', 'The transcription service was interrupted.'],
    ['nonsense', 'The transcription service was interrupted.'],
  ] as const) {
    // A success in between, or the service would be left alone after five failures in a row.
    services.speech.faults.push(fault, fault, fault)
    await speak(page)
    await expect(page.getByRole('alert')).toContainText(text)
    await expect(box).toHaveValue('Good morning.')
    await speak(page)
    await expect(box).toHaveValue(`Good morning. ${sentence}`)
    await expect(page.getByRole('alert')).toBeHidden()
    await box.fill('Good morning.')
  }
  const recordings = services.speech.asked.filter(({ path }) => path.endsWith('/transcriptions'))
  expect(recordings.at(-1)?.body.subarray(0, 2_000).toString('latin1')).toContain('audio/webm')
  await recordButton(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(recordButton(page)).toBeVisible()
  await expect(box).toHaveValue('Good morning.')
})
