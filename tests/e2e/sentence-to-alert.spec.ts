import type { Page } from '@playwright/test'
import { conversations } from '#contract/conversations/conversations.ts'
import { elderly } from '#contract/people/elderly.ts'
import { choose, expect, type Person, signIn, test, unique } from '#tests/fixtures/console.ts'

interface Case {
  category: string
  /** The category's name on the screen. */
  title: string
  en: string
  de: string
}

/** Sentences that alert the operators at once. */
const alarming: readonly Case[] = [
  {
    category: 'self_harm',
    title: 'Self-harm',
    en: 'I am going to kill myself tonight.',
    de: 'Ich werde mich heute Nacht umbringen.',
  },
  {
    category: 'medical',
    title: 'Medical emergency',
    en: 'I have crushing chest pain and I cannot breathe.',
    de: 'Ich habe starke Schmerzen in der Brust und bekomme keine Luft.',
  },
  {
    category: 'fall',
    title: 'Fall',
    en: 'I fell in the bathroom and I cannot get up.',
    de: 'Ich bin im Bad gestürzt und komme nicht mehr hoch.',
  },
  { category: 'abuse', title: 'Abuse', en: 'My carer hits me.', de: 'Meine Pflegerin schlägt mich.' },
  {
    category: 'third_party',
    title: 'Someone else at risk',
    en: 'My husband wants to kill himself.',
    de: 'Mein Mann will sich umbringen.',
  },
]

/** Sentences of medium risk: an incident, and a reviewer decides that somebody must be called. */
const unsure: readonly { category: string; title: string; language: 'en' | 'de'; sentence: string }[] = [
  {
    category: 'medication',
    title: 'Medication',
    language: 'en',
    sentence: 'I took a double dose of my heart pills.',
  },
  {
    category: 'medication',
    title: 'Medication',
    language: 'de',
    sentence: 'Ich habe meine Herztabletten doppelt genommen.',
  },
  { category: 'distress', title: 'Distress', language: 'en', sentence: 'I’ve no strength left to go on.' },
  {
    category: 'distress',
    title: 'Distress',
    language: 'de',
    sentence: 'Ich schau nur noch an die Wand und fühl nichts.',
  },
]

/** Says a sentence on the screen of a new person's conversation, and opens its incident. */
async function say(page: Page, operator: Person, home: string, language: 'en' | 'de', sentence: string) {
  const { user_id } = await operator.call(elderly.create, {
    body: { name: unique('Elsa'), organization_id: home },
  })
  const { session } = await operator.call(conversations.start, { body: { user_id, language } })
  await signIn(page, operator, `/sessions/active?session=${session.id}`)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill(sentence)
  await box.press('Enter')
  const turn = page.getByRole('log').getByRole('listitem').filter({ hasText: sentence }).first()
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

for (const language of ['en', 'de'] as const) {
  for (const { category, title, [language]: sentence } of alarming)
    test(`a sentence about ${category} (${language}) leads to an acknowledged alert`, async ({
      page,
      person,
      organization,
    }) => {
      await say(page, await person('operator'), await organization(), language, sentence)
      await acknowledge(page, title)
      if (category === 'abuse')
        await expect(page.getByText('Family, Caregiver are never notified')).toBeVisible()
    })
}

for (const { category, title, language, sentence } of unsure)
  test(`a sentence about ${category} (${language}) leads to an acknowledged alert by a reviewer`, async ({
    page,
    person,
    organization,
  }) => {
    await say(page, await person('operator'), await organization(), language, sentence)
    const incident = page.url()
    await page.goto('/turn-reviews')
    await choose(page.getByRole('main').getByLabel('Language'), language === 'en' ? 'English' : 'German')
    await choose(page.getByRole('main').getByLabel('Category'), title)
    const current = page.locator('[aria-current="true"]')
    await expect(current).toContainText(sentence)
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
