import type { Page } from '@playwright/test'
import { axe, choose, chosen, expect, signIn, test } from '#tests/fixtures/console.ts'

const begin = (page: Page) => page.getByRole('button', { name: 'New conversation' })

async function start(page: Page) {
  await begin(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
}
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })

async function say(page: Page, text: string) {
  await box(page).fill(text)
  await box(page).press('Enter')
  await expect(page.getByRole('log')).toContainText(text)
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect(box(page)).toHaveValue('')
}

test('a conversation is started, held, flagged, reviewed, paused, searched for and ended', {
  tag: '@journey',
}, async ({ page, person }) => {
  await signIn(page, await person('operator'), '/sessions/active')
  await begin(page).click()
  await expect(page.getByLabel('User')).toHaveValue('1')
  await expect(chosen(page.getByLabel('Task type'))).toHaveText('Mood check-in')
  await expect(chosen(page.getByLabel('AI model'))).toHaveText('gpt-4o-mini')
  await axe(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
  await expect(begin(page)).toBeDisabled()
  await expect(page).toHaveURL(/\?session=/)
  const log = page.getByRole('log')
  await expect(log).toContainText('How')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()

  const word = `marigold${Date.now()}`
  await say(page, `My ${word} is in the garden.`)
  await expect(log).toContainText(`your ${word} is in the garden`)
  await say(page, 'My chest hurts and I cannot breathe.')
  await expect(log).toContainText('emergency number')
  await expect(log.getByRole('img', { name: 'Safety flagged' })).toBeVisible()
  const flagged = log.getByRole('listitem').filter({ hasText: 'My chest hurts' }).first()
  await flagged.getByText('Details').click()
  await expect(flagged).toContainText('Critical')
  await expect(flagged).toContainText('Trouble breathing')
  await choose(flagged.getByLabel('Review'), 'Good')
  await flagged.getByLabel('Note').fill('Rightly flagged.')
  await flagged.getByRole('button', { name: 'Save review' }).click()
  await expect(flagged).toContainText('Rightly flagged.')

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(box(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(box(page)).toBeEnabled()

  const link = page.url()
  await page.goto('/conversations')
  await page.getByRole('searchbox', { name: 'Search transcripts' }).fill(word)
  await page
    .getByRole('link', { name: new RegExp(word) })
    .first()
    .click()
  await expect(page.getByRole('log')).toContainText(word)
  await page.goto('/conversations?user_id=1')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('button', { name: 'User #1' })).toBeVisible()
  await sessions.getByRole('button', { name: 'Add filter' }).click()
  const filterBy = page.getByRole('dialog', { name: 'Filter by' })
  await filterBy.getByRole('button', { name: 'Highest risk' }).click()
  await axe(page)
  await filterBy.getByRole('button', { name: 'Critical' }).click()
  await sessions.getByRole('link', { name: '#1', exact: false }).first().click()
  await expect(page).toHaveURL(/user_id=1&highest_risk_gte=0.8&session=/)
  await expect(page.getByRole('log')).toBeVisible()
  await sessions.getByRole('button', { name: 'User #1' }).click()
  await page.getByRole('dialog').getByLabel('User').fill('999999')
  await page.keyboard.press('Enter')
  await expect(sessions).toContainText('No matching conversations')
  await page.goto(link)
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByText('No conversation selected')).toBeVisible()
  await expect(begin(page)).toBeEnabled()
})

test('an answer that fails keeps the words in the box, and the session continues', async ({
  page,
  person,
  complaints,
}) => {
  complaints.expect(/503/)
  await signIn(page, await person('operator'), '/sessions/active')
  await start(page)
  await expect(page.getByRole('log')).toBeVisible()
  const detail = 'The AI model is busy. Please try again in a moment.'
  await page.route('**/message/stream', route =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'Busy', status: 503, detail }),
    }),
  )
  await box(page).fill('Good morning')
  await page.getByRole('button', { name: 'Send' }).click()
  // Alarms of other tests are alerts as well.
  const failure = page.getByRole('alert').filter({ hasText: detail })
  await expect(failure).toBeVisible()
  await expect(box(page)).toHaveValue('Good morning')
  await page.unroute('**/message/stream')
  await box(page).press('Enter')
  await expect(failure).toBeHidden()
  await expect(page.getByRole('log')).toContainText('Good morning')
})
