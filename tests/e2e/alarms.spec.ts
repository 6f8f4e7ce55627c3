import type { Locator, Page, Worker } from '@playwright/test'
import { alerts } from '#contract/alerts/alerts.ts'
import { emergency } from '#contract/alerts/emergency.ts'
import { pushNotifications } from '#contract/alerts/push-notifications.ts'
import { elderly } from '#contract/people/elderly.ts'
import {
  device,
  expect,
  logIn,
  origin,
  type Person,
  settled,
  signIn,
  test,
  unique,
} from '#tests/fixtures/console.ts'

const rosaOf = (clerk: Person) => clerk.call(elderly.create, { body: { name: unique('Rosa') } })

const trigger = (by: Person, person: { id: string }) =>
  by.call(emergency.trigger, { query: { user_id: person.id }, body: { emergency_type: 'fall' } })

/** A browser without windows shows no notifications and refuses them whatever it was told: here it says that it may. */
const allowNotifications = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
  })

/** Keeps what a worker shows, for the same reason. */
const keepNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const shown: Notification[] = []
    registration.showNotification = async (title, options) => {
      shown.push({ title, ...options, close: () => {} } as unknown as Notification)
    }
    registration.getNotifications = async () => shown
  })

/** Keeps the alarms that a page plays and the notifications that it shows, which no browser test can hear or see. */
async function listening(page: Page) {
  await page.addInitScript(() => {
    const heard: number[] = []
    const shown: { title: string; tag: string }[] = []
    Object.assign(window, { heard, shown })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when?: number) {
      heard.push(this.frequency.value)
      start.call(this, when)
    }
    const { Notification: Real } = window
    class Kept extends EventTarget {
      static get permission() {
        return Real.permission
      }
      static requestPermission() {
        return Real.requestPermission()
      }
      onclick: (() => void) | null = null
      constructor(title: string, { tag = '' }: NotificationOptions = {}) {
        super()
        shown.push({ title, tag })
        Object.assign(window, { click: () => this.onclick?.() })
      }
      close() {}
    }
    Object.assign(window, { Notification: Kept })
  })
  return {
    heard: () => page.evaluate(() => (window as unknown as { heard: number[] }).heard),
    shown: () =>
      page.evaluate(() => (window as unknown as { shown: { title: string; tag: string }[] }).shown),
    click: () => page.evaluate(() => (window as unknown as { click: () => void }).click()),
  }
}

async function watching(page: Page, who: Person, path: string) {
  const [queue, stream] = [/\/api\/alerts\/queue/, /\/api\/live\/changes/].map(address =>
    page.waitForResponse(address),
  )
  await signIn(page, who, path)
  await Promise.all([queue, stream])
  await settled(page)
}

const announced = (page: Page, { name }: { name: string }) =>
  page.getByRole('alert').filter({ hasText: `Emergency Alert: Fall · ${name}` })

/** Whether a click in the middle of an element reaches it: not where it is inert or covered. */
const isOnTop = (target: Locator) =>
  target.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test('an alarm plays a sound unless that is turned off', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const [rosa, nora] = [await rosaOf(clerk), await rosaOf(clerk)]
  const alarm = await listening(page)
  await watching(page, clerk, '/emergency/queue')
  // Browsers let nothing be heard before a page was touched.
  const silent = page.getByText('Click the page or press a key', { exact: false })
  await expect(silent).toBeVisible()
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(silent).toBeHidden()
  expect(await alarm.heard()).toHaveLength(1)
  await trigger(clerk, rosa)
  await expect(announced(page, rosa)).toBeVisible()
  expect(await alarm.heard()).toHaveLength(2)

  await page.getByLabel('Play a sound').uncheck()
  await trigger(clerk, nora)
  await expect(announced(page, nora)).toBeVisible()
  expect(await alarm.heard()).toHaveLength(2)
  expect(await alarm.shown()).toEqual([])
})

test('an alarm is announced above an open dialog, and acknowledged by keyboard from within it', {
  tag: '@journey',
}, async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const [rosa, nora] = [await rosaOf(clerk), await rosaOf(clerk)]
  const first = await trigger(clerk, nora)
  await watching(page, clerk, `/emergency/queue?alert=${first.id}`)
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Note' })
  const note = dialog.getByRole('textbox')
  await note.fill('Called the neighbour')
  const { id } = await trigger(clerk, rosa)

  const alarm = announced(page, rosa)
  await expect(alarm).toBeVisible()
  await expect.poll(() => isOnTop(alarm)).toBe(true)
  await page.keyboard.press('F8')
  await expect(alarm.getByRole('button', { name: 'Acknowledge' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => clerk.call(alerts.show, { params: { id } }))
    .toMatchObject({ state: 'acknowledged', owner_id: clerk.id })
  // The operator goes on where they were.
  await expect(note).toBeFocused()
  await expect(note).toHaveValue('Called the neighbour')
})

test('an alarm can be opened from a drawer with an open select, and outlasts it', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const rosa = await rosaOf(clerk)
  const { id: deviceId } = await device(clerk, clerk.organizationId)
  await watching(page, clerk, `/devices?_edit=${deviceId}`)
  const drawer = page.getByRole('dialog', { name: /^Edit: / })
  await drawer.getByRole('combobox', { name: 'Type' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByTitle('Wristband')).toBeVisible()
  const { id } = await trigger(clerk, rosa)

  const alarm = announced(page, rosa)
  await expect(alarm).toBeVisible()
  await expect.poll(() => isOnTop(alarm)).toBe(true)
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(alarm.getByRole('button', { name: 'Open' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/emergency/queue?alert=${id}`)
  await expect(drawer).toBeHidden()
})

test('an alarm arriving while a dialog, a drawer and a select are open is seen, heard, announced and acknowledged by keyboard', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const { id: deviceId } = await device(clerk, clerk.organizationId)
  const sound = await listening(page)
  await watching(page, clerk, `/devices?_edit=${deviceId}`)
  const drawer = page.getByRole('dialog', { name: /^Edit: / })
  const name = drawer.getByLabel('Name', { exact: true })
  let heard = 0

  /** Triggers an alarm, which the keyboard alone acknowledges from where it is. */
  async function acknowledge() {
    const rosa = await rosaOf(clerk)
    const { id } = await trigger(clerk, rosa)
    const alarm = announced(page, rosa)
    await expect(alarm).toHaveRole('alert')
    await expect.poll(() => isOnTop(alarm)).toBe(true)
    heard += 1
    expect(await sound.heard()).toHaveLength(heard)
    await page.keyboard.press('F8')
    await expect(alarm.getByRole('button', { name: 'Acknowledge' })).toBeFocused()
    // It waits for whoever reads it.
    await expect.poll(() => isOnTop(alarm)).toBe(true)
    await page.keyboard.press('Enter')
    await expect
      .poll(() => clerk.call(alerts.show, { params: { id } }))
      .toMatchObject({
        state: 'acknowledged',
        owner_id: clerk.id,
      })
    await expect(alarm).toBeHidden()
  }

  // Browsers let nothing be heard before a page was touched.
  await name.click()
  await name.fill('Half-typed')
  await acknowledge()
  await expect(name).toBeFocused()

  await drawer.getByRole('combobox', { name: 'Type' }).press('ArrowDown')
  await expect(page.getByTitle('Wristband')).toBeVisible()
  await acknowledge()
  await expect(drawer.getByRole('combobox', { name: 'Type' })).toBeFocused()

  // The list of the select closed when the focus left it.
  await expect(page.getByTitle('Wristband')).toBeHidden()
  await name.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await acknowledge()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Half-typed')

  await test.step('a select in a dialog', async () => {
    await name.press('Escape')
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(drawer).toBeHidden()
    await page.getByRole('checkbox', { name: 'Select this page' }).check()
    await page.getByRole('button', { name: 'Change status' }).click()
    const change = page.getByRole('dialog', { name: 'Change Devices' })
    const status = change.getByRole('combobox', { name: 'New value' })
    await status.press('ArrowDown')
    await expect(page.getByTitle('Retired')).toBeVisible()
    await acknowledge()
    await expect(status).toBeFocused()
  })
})

test('an alarm does not wait for what shows it otherwise', { tag: '@journey' }, async ({
  page,
  person,
  complaints,
}) => {
  const clerk = await person('organization_admin')
  const rosa = await rosaOf(clerk)
  complaints.expect(/ERR_FAILED/)
  await page.route(/\/assets\/antd-/, route => route.abort())
  await watching(page, clerk, '/devices')
  await trigger(clerk, rosa)
  const alarm = announced(page, rosa)
  await expect(alarm).toBeVisible()
  expect(await isOnTop(alarm.getByText('Emergency Alert'))).toBe(true)
})

test('a notification is closed by keyboard', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  const [rosa, nora] = [await rosaOf(clerk), await rosaOf(clerk)]
  await watching(page, clerk, '/devices')
  for (const [whom, key] of [
    [rosa, 'Escape'],
    [nora, 'Space'],
  ] as const) {
    await trigger(clerk, whom)
    const alarm = announced(page, whom)
    await expect(alarm).toBeVisible()
    await page.keyboard.press('F8')
    if (key === 'Space') {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused()
    }
    await page.keyboard.press(key)
    await expect(alarm).toBeHidden()
  }
})

test('an alarm is shown as a system notification once that is allowed, and opens its alert', async ({
  page,
  person,
}) => {
  const clerk = await person('organization_admin')
  const rosa = await rosaOf(clerk)
  await allowNotifications(page)
  const alarm = await listening(page)
  await watching(page, clerk, '/emergency/queue')
  // The browser is asked first.
  await page.getByLabel('Show desktop notifications').click()
  await expect(page.getByLabel('Show desktop notifications')).toBeChecked()
  const watched = Promise.all(
    [/\/api\/alerts\/queue/, /\/api\/live\/changes/].map(address => page.waitForResponse(address)),
  )
  await page.goto('/devices')
  await watched
  await settled(page)
  const { id } = await trigger(clerk, rosa)
  await expect(announced(page, rosa)).toBeVisible()
  expect(await alarm.shown()).toEqual([{ title: `Emergency Alert: Fall · ${rosa.name}`, tag: id }])
  await alarm.click()
  await expect(page).toHaveURL(`/emergency/queue?alert=${id}`)
})

test('a person who has blocked notifications is shown how to allow them', async ({ page, person }) => {
  const clerk = await person('organization_admin')
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await watching(page, clerk, '/emergency/queue')
  await expect(page.getByLabel('Show desktop notifications')).toBeDisabled()
  await expect(page.getByLabel('Get alerts in this browser while the console is closed')).toBeDisabled()
  await expect(page.getByText('Notifications are blocked', { exact: false })).toHaveCount(2)
})

test.describe('calling for help for oneself', () => {
  const place = { latitude: 53.5511, longitude: 9.9937, accuracy: 12 }

  test('sends the browser’s location, if that is allowed', async ({ page, context, person }) => {
    const elsa = await person('elderly_user')
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation(place)
    await signIn(page, elsa, '/emergency')
    await settled(page)
    await page.getByRole('button', { name: 'Emergency Help' }).click()
    await expect(page.getByText('Emergency alert triggered successfully!').first()).toBeVisible()
    const { alerts: raised } = await elsa.call(alerts.list)
    expect(raised).toMatchObject([{ latitude: 53.5511, longitude: 9.9937, accuracy_m: 12 }])
  })

  test('works without the location as well', async ({ page, person }) => {
    const elsa = await person('elderly_user')
    await signIn(page, elsa, '/emergency')
    await settled(page)
    await page.getByRole('button', { name: 'Emergency Help' }).click()
    await expect(page.getByText('Emergency alert triggered successfully!').first()).toBeVisible()
    await expect(page.getByText('Your browser didn’t share your location', { exact: false })).toBeVisible()
    const { alerts: raised } = await elsa.call(alerts.list)
    expect(raised).toMatchObject([{ latitude: null, longitude: null }])
  })
})

test('calling for help for someone else sends that person’s last location', async ({
  page,
  context,
  person,
}) => {
  const clerk = await person('organization_admin')
  const rosa = await rosaOf(clerk)
  const first = await trigger(clerk, rosa)
  await clerk.call(emergency.location, {
    params: { id: first.id },
    body: { latitude: 48.1372, longitude: 11.5756 },
  })
  await clerk.call(alerts.resolve, { params: { id: first.id }, body: { cause: 'test', valid: false } })
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 0, longitude: 0 })
  await signIn(page, clerk, `/emergency?person=${rosa.id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Emergency Help' }).click()
  await expect(page.getByText('Emergency alert triggered successfully!').first()).toBeVisible()
  const { alerts: open } = await clerk.call(alerts.queue)
  expect(open).toMatchObject([{ latitude: 48.1372, longitude: 11.5756 }])
})

test('alarms reach a browser whose pages are closed, until that is turned off', async ({
  page,
  context,
  person,
}) => {
  const clerk = await person('organization_admin')
  await allowNotifications(page)
  // A browser without a network has no push service: what it would answer stands in for it.
  await page.addInitScript(() => {
    const subscription = {
      endpoint: 'https://push.example/subscription',
      toJSON: () => ({
        endpoint: 'https://push.example/subscription',
        keys: {
          p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          auth: 'tBHItJI5svbpez7KI4CCXg',
        },
      }),
      unsubscribe: async () => localStorage.removeItem('subscribed') === undefined,
    }
    PushManager.prototype.subscribe = async options => {
      if (!options?.userVisibleOnly || !options.applicationServerKey) throw new Error('not as browsers ask')
      localStorage.setItem('subscribed', '1')
      return subscription as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem('subscribed') ? (subscription as unknown as PushSubscription) : null
  })
  await watching(page, clerk, '/emergency/queue')
  const own = async () =>
    (await clerk.call(pushNotifications.channels)).channels.filter(({ kind }) => kind === 'push')
  const box = page.getByLabel('Get alerts in this browser while the console is closed')
  await expect(box).not.toBeChecked()
  await box.click()
  await expect(page.getByText('Alerts turned on for this browser').first()).toBeVisible()
  await expect(box).toBeChecked()
  expect(await own()).toMatchObject([{ target: 'push.example', person_id: clerk.id }])
  await page.reload()
  await expect(box).toBeChecked()

  // What a push service hands to the browser, its worker shows, and a click opens the alert.
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await keepNotifications(worker)
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const data = JSON.stringify({
    id: 'delivery',
    title: 'Alarma: caída',
    text: 'Rosa necesita ayuda',
    url: 'https://alarms.example/emergency/alerts/0198',
  })
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data,
  })
  await expect
    .poll(() =>
      worker.evaluate(async () => {
        const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
        return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
      }),
    )
    .toEqual([{ title: 'Alarma: caída', body: 'Rosa necesita ayuda', tag: '0198' }])
  const opened = await worker.evaluate(async () => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow: (url: string) => Promise<null> }
    }
    const [notification] = await scope.registration.getNotifications()
    const opening = new Promise<string>(resolve => {
      scope.clients.openWindow = async url => {
        resolve(url)
        return null
      }
    })
    const { ExtendableEvent } = globalThis as unknown as { ExtendableEvent: typeof Event }
    self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }))
    return opening
  })
  expect(opened).toBe('/emergency/alerts/0198')

  await box.click()
  await expect(page.getByText('Alerts turned off for this browser').first()).toBeVisible()
  expect(await own()).toEqual([])

  // Whoever signs out takes their alarms along, and finds them again when they come back.
  await box.click()
  await expect(box).toBeChecked()
  const isSubscribed = () => page.evaluate(() => localStorage.getItem('subscribed') !== null)
  const other = await person('organization_admin', { organizationId: clerk.organizationId })
  const channelsOf = async () => (await other.call(pushNotifications.channels)).channels
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(isSubscribed).toBe(false)
  await logIn(page, other.username)
  await expect(page).not.toHaveURL(/\/login/)
  await page.goto('/emergency/queue')
  await settled(page)
  await expect(box).not.toBeChecked()
  expect(await isSubscribed()).toBe(false)
  expect(await channelsOf()).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, clerk.username)
  await expect.poll(isSubscribed).toBe(true)
  await page.goto('/emergency/queue')
  await expect(box).toBeChecked()
})
