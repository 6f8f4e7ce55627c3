import { alerts } from '#contract/alerts/alerts.ts'
import { contacts } from '#contract/alerts/contacts.ts'
import { emergency } from '#contract/alerts/emergency.ts'
import { ladders } from '#contract/alerts/ladders.ts'
import { care } from '#contract/care/care.ts'
import { elderlyDashboard } from '#contract/care/elderly-dashboard.ts'
import { healthQuick } from '#contract/care/health-quick.ts'
import { deviceEvents } from '#contract/devices/device-events.ts'
import { devices } from '#contract/devices/devices.ts'
import { assignments } from '#contract/people/assignments.ts'
import { elderly } from '#contract/people/elderly.ts'
import { organizations } from '#contract/people/organizations.ts'
import {
  axe,
  expect,
  origin,
  type Person,
  settled,
  signIn,
  tabTo,
  test,
  unique,
} from '#tests/fixtures/console.ts'
import { client } from '#tests/fixtures/http.ts'

const MINUTE = 60_000

/** Two people of one home, looked after by a carer and, one of them, by a daughter. */
async function home(
  person: (role: 'organization_admin' | 'caregiver' | 'family_member', given?: object) => Promise<Person>,
  rosaDetails: { time_zone?: string; medications?: { name: string; dose: string; times: string[] }[] } = {},
) {
  const clerk = await person('organization_admin')
  const { organizationId } = clerk
  const carla = await person('caregiver', { organizationId })
  const mira = await person('family_member', { organizationId, name: unique('Mira') })
  const rosa = await clerk.call(elderly.create, { body: { name: unique('Rosa'), ...rosaDetails } })
  const otto = await clerk.call(elderly.create, { body: { name: unique('Otto') } })
  const pairs = [
    [rosa, carla],
    [otto, carla],
    [rosa, mira],
  ] as const
  for (const [whom, carer] of pairs)
    await clerk.call(assignments.create, {
      body: { elderly_id: whom.id, caregiver_id: carer.id, relationship: 'carer' },
    })
  return { clerk, carla, mira, rosa, otto }
}

const about = (whom: { id: string }) => ({ user_id: whom.id })

test('a carer’s day starts with who needs attention, and works by touch and by keyboard', {
  tag: '@journey',
}, async ({ page, person, complaints }) => {
  const { clerk, carla, rosa, otto } = await home(person)
  await clerk.call(contacts.create, {
    body: { person_id: otto.id, name: 'Nora Zeisig', phone: '+49 30 901820', priority: 1 },
  })
  const due_at = new Date(Date.now() - 60 * MINUTE).toISOString()
  const task = { title: unique('Shop'), due_at }
  await carla.call(elderlyDashboard.assignTask, { query: about(rosa), body: task })
  await carla.call(healthQuick.vitals, { query: about(otto), body: { pulse: 150 } })

  await signIn(page, carla, '/care')
  await settled(page)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText(otto.name)
  await expect(cards.first()).toContainText('Outside the usual range: Pulse')
  await expect(cards.last()).toContainText(`Task overdue: ${task.title}`)
  await expect(cards.first().getByRole('link', { name: 'Call Nora Zeisig' })).toHaveAttribute(
    'href',
    'tel:+4930901820',
  )
  await axe(page)

  await carla.call(emergency.trigger, { query: about(rosa), body: { emergency_type: 'fall' } })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(cards.first()).toContainText(rosa.name)
  await expect(cards.first()).toContainText('Needs help')
  await expect(cards.first()).toContainText('Open alert: Fall')

  await tabTo(page, page.getByRole('button', { name: `Mark as done: ${task.title}` }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Done: ${task.title}`)).toBeVisible()
  await expect(page.getByText(`Task overdue: ${task.title}`)).toHaveCount(0)

  await tabTo(page, page.getByRole('button', { name: `Add entry for ${otto.name}` }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Feels good' })).toBeFocused()
  await axe(page)
  complaints.expect(/status of 422/)
  await dialog.getByLabel('Systolic (mmHg)').fill('120')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Blood pressure needs both values', { exact: true })).toBeVisible()
  await dialog.getByLabel('Diastolic (mmHg)').fill('80')
  await dialog.getByLabel('Pulse (bpm)').fill('70')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(cards.last()).toContainText(otto.name)
  await expect(cards.last()).toContainText('Nothing needs attention right now.')

  await tabTo(page, page.getByRole('button', { name: `Send message to ${otto.name} and family` }))
  await page.keyboard.press('Enter')
  await page.keyboard.type('All is well here')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Message sent')).toBeVisible()
  const { messages } = await carla.call(care.messages, { params: { id: otto.id } })
  expect(messages.map(({ text }) => text)).toEqual(['All is well here'])
})

test('staff filter the day by organization, and go from a person to their conversations', async ({
  page,
  person,
}) => {
  const { clerk, rosa, otto } = await home(person)
  const { name } = await clerk.call(organizations.show, { params: { id: clerk.organizationId } })
  await signIn(page, await person('operator'), '/care')
  await page.getByRole('button', { name: 'All organizations' }).click()
  await page.getByRole('searchbox', { name: 'Find an organization' }).fill(name)
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`organization=${clerk.organizationId}`))
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').filter({ hasText: otto.name })).toBeVisible()
  await page.getByRole('link', { name: rosa.name }).click()
  await page.getByRole('link', { name: 'All: Conversations' }).click()
  await expect(page).toHaveURL(new RegExp(`/conversations\\?user_id=${rosa.user_id}$`))
  await expect(page.getByText('No matching conversations')).toBeVisible()
})

test('the family sees how the person is, writes, and learns who has read it', async ({
  page,
  elsewhere,
  person,
}) => {
  const { carla, mira, rosa } = await home(person)
  await carla.call(healthQuick.checkin, { query: about(rosa), body: { feeling: 'good' } })
  await signIn(page, mira, '/family')
  await settled(page)
  await expect(page.getByText(new RegExp(`^${rosa.name} checked in at .+ and feels good\\.$`))).toBeVisible()
  await axe(page)
  await page.getByLabel(`Message ${rosa.name} and family`).fill('I come on Sunday')
  await page.getByRole('button', { name: 'Send' }).click()
  const message = page.getByRole('listitem').filter({ hasText: 'I come on Sunday' })
  await expect(message).toContainText('Not seen yet')

  const other = await elsewhere()
  await signIn(other, carla, `/care/${rosa.id}`)
  await settled(other)
  await other.getByRole('button', { name: `Mark as seen: message from ${mira.name}` }).click()
  await expect(message).toContainText(`Seen by ${carla.name}`, { timeout: 15_000 })
})

test('the family sees that no one was notified, and then who took over', async ({ page, person }) => {
  const { clerk, mira, rosa } = await home(person)
  // A ladder that calls contacts only, of whom there are none.
  await clerk.call(ladders.create, {
    body: { name: unique('Ladder'), steps: [{ who: 'contacts', channel: 'sms', wait_seconds: 0 }] },
  })
  const alert = await mira.call(emergency.trigger, {
    query: { user_id: rosa.id },
    body: { emergency_type: 'fall' },
  })
  await signIn(page, mira, `/family?person=${rosa.id}`)
  await settled(page)
  const status = page.getByRole('region', { name: `How ${rosa.name} is` })
  await expect(status).toContainText(`${rosa.name} needs help.`)
  await expect(status).not.toContainText('Somebody has been told')
  await expect(status).toContainText('No one has been notified yet.')
  await expect(status).toContainText(`No contacts are set up for ${rosa.name}.`)
  await expect(status).toContainText('No one has taken over yet.')
  await clerk.call(alerts.acknowledge, { params: { id: alert.id } })
  await expect(status).toContainText(`${clerk.name} has been handling this since`)
  await expect(status).not.toContainText('No one has taken over yet.')
})

test('a person’s page becomes unknown when their device goes silent, without a reload', async ({
  page,
  person,
  complaints,
}) => {
  // Where it is past noon, so that no midnight lies between now and the end of the test.
  const hoursAhead = 12 - new Date().getUTCHours()
  const time_zone = `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`
  const time = new Date(Date.now() + hoursAhead * 60 * MINUTE + 30 * MINUTE).toISOString().slice(11, 16)
  const { clerk, carla, rosa } = await home(person, {
    time_zone,
    medications: [{ name: 'Ramipril', dose: '5 mg', times: [time] }],
  })
  const pendant = await clerk.call(devices.create, {
    body: {
      name: 'Pendant',
      serial: unique('SN'),
      kind: 'pendant',
      organization_id: clerk.organizationId,
      person_id: rosa.id,
      report_interval_seconds: 600,
    },
  })
  await client(origin, pendant.key).call(deviceEvents.ingest, {
    body: { device_id: pendant.id, type: 'heartbeat' },
  })

  await page.clock.install()
  await signIn(page, carla, `/care/${rosa.id}`)
  await settled(page)
  const status = page.getByRole('region', { name: 'Status' })
  const doses = page.getByRole('region', { name: 'Medication today' })
  await expect(status).toContainText('Well')
  await expect(doses).toContainText('Due now')
  await axe(page)

  complaints.expect(/ERR_FAILED/)
  await page.route('**/api/**', route => route.abort())
  await page.clock.fastForward(2 * 60 * MINUTE)
  await expect(status).toContainText('Unknown')
  await expect(status).toContainText('Device not reporting')
  await expect(doses).toContainText('Unknown: device offline')
})

test('consent to see conversations is set by the organization, and shown to a carer', async ({
  page,
  person,
}) => {
  const { clerk, carla, rosa } = await home(person)
  await signIn(page, carla, `/care/${rosa.id}`)
  await settled(page)
  const consent = page.getByRole('region', { name: 'Consent' })
  const box = consent.getByLabel(`${carla.name} can read conversations`)
  await expect(box).toBeDisabled()
  await signIn(page, clerk, `/care/${rosa.id}`)
  await settled(page)
  await box.click()
  await expect(page.getByText('Saved')).toBeVisible()
  await expect(box).toBeChecked()
  const { relationships } = await carla.call(care.consent, { params: { id: rosa.id } })
  expect(relationships.find(({ carer_id }) => carer_id === carla.id)?.transcripts).toBe(true)
})

for (const theme of ['dark', 'light'] as const) {
  test(`the page of a person works on wide and narrow screens, and axe finds nothing, in the ${theme}`, async ({
    page,
    person,
  }) => {
    const { carla, rosa } = await home(person)
    for (const pulse of [70, 120, 66]) {
      await carla.call(healthQuick.vitals, {
        query: about(rosa),
        body: { pulse, systolic: 150, diastolic: 85 },
      })
    }
    await page.addInitScript(theme => localStorage.setItem('theme', theme), theme)
    // Without DEEP each theme at one of the widths.
    for (const width of process.env.DEEP ? [1440, 390] : [theme === 'dark' ? 1440 : 390]) {
      await page.setViewportSize({ width, height: 900 })
      await signIn(page, carla, `/care/${rosa.id}`)
      await settled(page)
      await axe(page)
      const { scroll, client } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        client: document.documentElement.clientWidth,
      }))
      expect(scroll, `at ${width} pixels`).toBeLessThanOrEqual(client)
    }
  })
}
