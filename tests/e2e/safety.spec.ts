import { expect, signIn, test } from '#tests/fixtures/console.ts'

test('a flagged turn leads to its incident, its alert, and back to the turn, by links alone', {
  tag: '@journey',
}, async ({ page, person }) => {
  await signIn(page, await person('operator'), '/sessions/active')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  const box = page.getByRole('textbox', { name: 'Message' })
  const log = page.getByRole('log')
  const words = 'I fell in the bathroom and I cannot get up from the floor.'
  await box.fill(words)
  await box.press('Enter')
  const turn = log.getByRole('listitem').filter({ hasText: words }).first()
  await expect(turn.getByRole('img', { name: 'Safety flagged' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await turn.getByText('Details').click()
  await expect(turn).toContainText('Critical')
  await turn.getByRole('link', { name: 'Open incident' }).click()

  await expect(page).toHaveURL(/\/safety-incidents\?.*incident=/)
  const panel = page.getByRole('dialog', { name: 'Safety incident' })
  await expect(panel).toContainText('Critical')
  await expect(panel).toContainText('Fall')
  await panel.getByRole('link', { name: 'Open alert' }).click()

  await expect(page).toHaveURL(/\/emergency\/alerts\//)
  await page.getByRole('link', { name: 'Open the turn that raised it' }).click()
  await expect(page).toHaveURL(/\/conversations\?session=.*message=/)
  const marked = log.getByRole('listitem').and(page.locator('[data-marked]'))
  await expect(marked).toContainText(words)
  await expect(marked).toBeInViewport()

  // And from the incident straight to the turn.
  await marked.getByText('Details').click()
  await marked.getByRole('link', { name: 'Open incident' }).click()
  await panel.getByRole('link', { name: 'Open conversation' }).click()
  await expect(marked).toContainText(words)
})
