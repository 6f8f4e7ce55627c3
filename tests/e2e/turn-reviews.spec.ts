import { contacts } from '#contract/alerts/contacts.ts'
import { emergency } from '#contract/alerts/emergency.ts'
import { exclusions } from '#contract/alerts/exclusions.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { turnReviews } from '#contract/conversations/turn-reviews.ts'
import { elderly } from '#contract/people/elderly.ts'
import { axe, choose, expect, type Person, signIn, test, unique } from '#tests/fixtures/console.ts'

/** A turn in a language that the watch does not know. @returns its text */
async function unclearTurn(operator: Person, organization_id: string) {
  const { user_id } = await operator.call(elderly.create, {
    body: { name: unique('Elsa'), organization_id },
  })
  const { session } = await operator.call(conversations.start, { body: { user_id, language: 'fr' } })
  const message = `Wczoraj wieczorem znowu padał straszny deszcz ${unique('deszcz')}`
  await operator.call(conversations.message, { params: { id: session.id }, body: { message } })
  return message
}

test('a turn is reviewed with one key, and the next one follows', { tag: '@journey' }, async ({
  page,
  person,
  organization,
}) => {
  const operator = await person('operator')
  const home = await organization()
  await unclearTurn(operator, home)
  await unclearTurn(operator, home)
  // Most risky first, and of equal risk the oldest; turns of other tests may be among them.
  const { reviews } = await operator.call(turnReviews.list, { query: { language: 'fr' } })
  const [first = '', second = ''] = reviews.map(({ content }) => content)
  await signIn(page, operator, '/turn-reviews')
  await choose(page.getByRole('main').getByLabel('Language'), 'French')
  const current = page.locator('[aria-current="true"]')
  await expect(current).toContainText(first)
  await expect(page.getByText('The language is unclear')).toBeVisible()
  await axe(page)
  await page.keyboard.press('y')
  await expect(current).toContainText(second)
  await page.keyboard.press('k')
  await expect(current).toContainText(first)
  await expect(page.getByText('Your answer: Right')).toBeVisible()
  await page.keyboard.press('j')
  await expect(current).toContainText(second)
  await page.keyboard.press('n')
  await expect(page.getByText(second)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Agreement between reviewers' })).toBeVisible()
})

test('without access to transcripts there are no reviews', async ({ page, person }) => {
  await signIn(page, await person('analyst'), '/turn-reviews')
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
})

test('an operator excludes a contact from an alert, with a reason', async ({ page, person }) => {
  const operator = await person('operator')
  const clerk = await person('organization_admin')
  const elsa = await clerk.call(elderly.create, { body: { name: unique('Elsa') } })
  const nils = await clerk.call(contacts.create, {
    body: { person_id: elsa.id, name: unique('Nils'), phone: '+49 30 901820', relationship: 'neighbor' },
  })
  const { id } = await operator.call(emergency.trigger, { query: { user_id: elsa.id }, body: {} })
  await signIn(page, operator, `/emergency/alerts/${id}`)
  await expect(page.getByRole('button', { name: `Call ${nils.name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Exclude someone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exclude from alert' })
  await choose(dialog.getByLabel('Person'), `${nils.name} (Neighbor)`)
  await dialog.getByRole('button', { name: 'Exclude' }).click()
  await expect(dialog).toContainText('This field is required')
  await dialog.getByLabel('Reason').fill('She is afraid of him')
  await axe(page)
  await dialog.getByRole('button', { name: 'Exclude' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('She is afraid of him')
  await expect(page.getByRole('button', { name: `Call ${nils.name}` })).toBeHidden()
  const { recipients } = await operator.call(exclusions.recipients, { params: { id } })
  expect(recipients.find(recipient => recipient.id === nils.id)).toMatchObject({ excluded: 'operator' })
})
