import { device, expect, signIn, test } from '#tests/fixtures/console.ts'

test('without access to the global dashboard, the root address redirects', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  for (const path of ['/', '/demo']) {
    await signIn(page, clerk, path)
    await expect(page).toHaveURL('/analytics')
  }
})

test('a record opened while a search is still being typed stays open', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await device(clerk, clerk.organizationId, { name: 'Hub 01', kind: 'hub' })
  await page.clock.install()
  await signIn(page, clerk, '/devices')
  const row = page.getByRole('link', { name: 'Hub 01' })
  await expect(row).toBeVisible()
  await page.getByRole('searchbox').fill('Hub')
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hub 01' })).toBeVisible()
  // Longer than the search waits for the next key.
  await page.clock.fastForward(2_000)
  await expect(page).toHaveURL(/\/devices\/[\w-]+$/)
})
