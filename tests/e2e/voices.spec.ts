import { speech } from '#contract/conversations/speech.ts'
import { expect, signIn, test } from '#tests/fixtures/console.ts'

test('a voice is previewed with a sentence of one’s own, chosen, and remembered', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      Object.assign(globalThis, { lastAudio: this })
      return play.call(this)
    }
  })
  const admin = await person('admin')
  await signIn(page, admin, '/language-config')
  await expect(page.getByRole('list').getByRole('button', { name: /Norwegian|Hungarian|Thai/ })).toHaveCount(
    3,
  )
  await page.getByRole('button', { name: /Norwegian/ }).click()
  await expect(page).toHaveURL(/language=no/)
  await expect(page.getByRole('region', { name: /Norwegian/ }).getByText('flash_v2_5')).toBeVisible()
  await expect(page.getByText('Default (first in list)')).toBeVisible()

  await page.getByLabel('Preview text').fill('Kjære Ingrid, har du sovet godt?')
  const spoken = page.waitForRequest('**/ai/text-to-speech')
  await page.getByRole('button', { name: 'Preview Bokmål, male' }).click()
  expect((await spoken).postDataJSON()).toMatchObject({
    text: 'Kjære Ingrid, har du sovet godt?',
    voice: 'espeak:nb+m2',
    model: 'flash_v2_5',
  })
  const stop = page.getByRole('button', { name: 'Stop Bokmål, male' })
  await expect(stop).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(() => (globalThis as unknown as { lastAudio: HTMLAudioElement }).lastAudio.currentTime),
    )
    .toBeGreaterThan(0.3)
  await expect(page.getByRole('button', { name: 'Preview Bokmål, male' })).toBeVisible()

  await page.getByRole('button', { name: 'Select Voice Bokmål, male' }).click()
  await expect(page.getByText('Language settings saved successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Select Voice Bokmål, male' })).toBeDisabled()
  expect((await admin.call(speech.settings)).no?.preferredVoice).toBe('espeak:nb+m2')
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Current' })).toContainText('Bokmål, male')
})

test('failures are reported: a voice, its preview, the choice, and languages without voices', async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/503/)
  complaints.expect(/422/)
  const refuse = (status: number) => ({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: 'No', status, detail: 'Not just now.' }),
  })
  await signIn(page, await person('admin'), '/language-config')
  await page.route('**/ai/text-to-speech', route => route.fulfill(refuse(503)))
  await page.getByRole('button', { name: 'Preview American', exact: true }).click()
  await expect(page.getByText('Failed to play voice preview')).toBeVisible()
  await page.route('**/api/language-settings', route =>
    route.request().method() === 'POST' ? route.fulfill(refuse(422)) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Select Voice American', exact: true }).click()
  await expect(page.getByText('Failed to save language settings')).toBeVisible()
  await page.route('**/ai/voices', route => route.fulfill(refuse(503)))
  await page.getByRole('button', { name: /Danish/ }).click()
  await expect(page.getByText('Failed to load voices for this language')).toBeVisible()
  await expect(page.getByText('Failed to load the voices')).toBeVisible()
  await page.unroute('**/ai/voices')
  await page.route('**/ai/voices', route => route.fulfill({ json: { provider: 'elevenlabs', voices: [] } }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No voices available for this language')).toBeVisible()
})

test('without permission to choose voices, they can be listened to', async ({ page, person }) => {
  await signIn(page, await person('operator'), '/language-configuration')
  await expect(page.getByRole('button', { name: 'Preview American', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Select Voice/ })).toHaveCount(0)
})
