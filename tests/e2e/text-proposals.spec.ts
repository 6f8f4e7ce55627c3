import { configuredServer } from '#tests/fixtures/configured-server.ts'
import { axe, test as base, expect, settled, signIn } from '#tests/fixtures/console.ts'

const test = base.extend<object, { services: Awaited<ReturnType<typeof configuredServer>> }>({
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const services = await configuredServer({ said: '', answer: '' })
      await use(services)
      await services.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const id = 'es:usage:lead'
const text = 'Personas, actividad y dispositivos en uso'
const answer = (text: string) => JSON.stringify({ forms: { text } })

test('a proposal is asked for and taken over by key, and approved only after it was shown', async ({
  page,
  services,
  complaints,
}) => {
  complaints.expect(/502/)
  const { chat } = services
  await services.open(page, `/translations?language=es&namespace=usage&text=${encodeURIComponent(id)}`)
  await settled(page)
  const region = page.getByRole('region', { name: 'AI proposal' })
  await expect(region.getByRole('button', { name: 'Propose a translation' })).toBeVisible()
  const field = page.getByLabel('Translation', { exact: true })

  // It is stopped, at the model as well.
  const before = chat.stopped()
  chat.translations.push('silence')
  await field.press('Alt+p')
  await expect(region.getByText('The AI model is writing a proposal…')).toBeVisible()
  await expect.poll(() => chat.translating.length).toBeGreaterThan(0)
  await region.getByRole('button', { name: 'Cancel' }).click()
  await expect(region.getByRole('button', { name: 'Propose a translation' })).toBeVisible()
  await expect.poll(chat.stopped).toBe(before + 1)

  // Garbage is reported, and markup is shown as text with the finding that blocks it.
  chat.translations.push('I can’t help with that.', answer('<img src=x onerror=alert(1)> Personas'))
  await region.getByRole('button', { name: 'Propose a translation' }).click()
  await expect(region.getByRole('alert')).toContainText('can’t be used as a translation')
  await region.getByRole('button', { name: 'Propose a translation' }).click()
  await expect(region.getByText('<img src=x onerror=alert(1)> Personas')).toBeVisible()
  await expect(region.getByText(/Markup isn’t allowed/)).toBeVisible()
  await expect(region.locator('img')).toHaveCount(0)
  await axe(page)

  chat.translations.push(answer(text))
  await region.getByRole('button', { name: 'Propose another' }).click()
  await expect(region.getByText(text)).toBeVisible()
  await field.press('Alt+p')
  await expect(field).toHaveValue(text)
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByText('Submitted for review')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText('proposed by gpt-4o-mini, unchanged')).toHaveCount(2)

  await page.getByRole('checkbox', { name: 'Select usage:lead' }).check()
  await page
    .getByRole('region', { name: 'Review selected texts' })
    .getByRole('button', { name: 'Approve and publish' })
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: '1 unchanged AI proposal' })
  await expect(dialog.getByText(text)).toBeVisible()
  await axe(page)
  await dialog.getByRole('button', { name: 'Approve and publish' }).click()
  await expect(page.getByText('1 text reviewed')).toBeVisible()
})

test('nothing of it is visible without an endpoint', async ({ page, person }) => {
  await signIn(page, await person('translator'), `/translations?language=es&text=${encodeURIComponent(id)}`)
  await settled(page)
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
  const field = page.getByLabel('Translation', { exact: true })
  await field.press('Alt+p')
  await expect(page.getByText(/AI/)).toHaveCount(0)
})
