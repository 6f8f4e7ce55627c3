import type { Page } from '@playwright/test'
import { conversations } from '#contract/conversations/conversations.ts'
import { elderly } from '#contract/people/elderly.ts'
import { choose, expect, type Person, signIn, test, unique } from '#tests/fixtures/console.ts'
import { alarming, type Sentence, unsure } from '#tests/fixtures/sentences.ts'

/** Every sentence in the deep tests; else one of each category, in turn in either language. The API tests say all of them. */
const some = (sentences: readonly Sentence[]) =>
  sentences.filter((_, index) => process.env.DEEP || index % 4 === 0 || index % 4 === 3)

/** Says a sentence on the screen of a new person's conversation, and opens its incident. */
async function say(page: Page, operator: Person, home: string, { language, text }: Sentence) {
  const { user_id } = await operator.call(elderly.create, {
    body: { name: unique('Elsa'), organization_id: home },
  })
  const { session } = await operator.call(conversations.start, { body: { user_id, language } })
  await signIn(page, operator, `/sessions/active?session=${session.id}`)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill(text)
  await box.press('Enter')
  const turn = page.getByRole('log').getByRole('listitem').filter({ hasText: text }).first()
  await expect(turn.getByRole('img', { name: 'Safety flagged' })).toBeVisible()
  await turn.getByText('Details').click()
  await turn.getByRole('link', { name: 'Open incident' }).click()
  await expect(page.getByRole('dialog', { name: 'Safety incident' })).toBeVisible()
}

/** Follows an open incident to its alert and acknowledges it by keyboard. */
async function acknowledge(page: Page, title: string) {
  const panel = page.getByRole('dialog', { name: 'Safety incident' })
  await expect(panel).toContainText(title)
  await panel.getByRole('link', { name: 'Open alert' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  const now = page.getByRole('region', { name: 'Now' })
  await expect(now.getByRole('button', { name: 'Acknowledge' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(now).toContainText('Acknowledged')
}

for (const sentence of some(alarming)) {
  const tag = sentence.category === 'self_harm' ? ['@journey'] : []
  test(`a sentence about ${sentence.category} (${sentence.language}) leads to an acknowledged alert`, {
    tag,
  }, async ({ page, person, organization }) => {
    await say(page, await person('operator'), await organization(), sentence)
    await acknowledge(page, sentence.title)
    if (sentence.category === 'abuse')
      await expect(page.getByText('Family, Caregiver are never notified')).toBeVisible()
  })
}

for (const sentence of some(unsure))
  test(`a sentence about ${sentence.category} (${sentence.language}) leads to an acknowledged alert by a reviewer`, async ({
    page,
    person,
    organization,
  }) => {
    const { language, title, text } = sentence
    await say(page, await person('operator'), await organization(), sentence)
    const incident = page.url()
    await page.goto('/turn-reviews')
    await choose(page.getByRole('main').getByLabel('Language'), language === 'en' ? 'English' : 'German')
    await choose(page.getByRole('main').getByLabel('Category'), title)
    const current = page.locator('[aria-current="true"]')
    await expect(current).toContainText(text)
    await current.click()
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: 'Missed danger' })
    await choose(dialog.getByLabel('Category'), title)
    await dialog.getByLabel('Someone needs help now').check()
    await dialog.getByRole('button', { name: 'Open incident' }).click()
    await expect(page.getByText('Incident opened')).toBeVisible()
    await page.goto(incident)
    await acknowledge(page, title)
  })
