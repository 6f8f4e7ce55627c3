import { setTimeout as pause } from 'node:timers/promises'
import type { ElementHandle, Page } from '@playwright/test'
import { expect, settled, signIn, test, visit } from '#tests/fixtures/console.ts'
import { described } from '#tests/fixtures/routes.ts'

/** How many stops of a screen are tried, from its contents on. */
const mostStops = 25

/** The element with the focus, and what is called by its name in a failure; null at the end of the page. */
async function focused(page: Page) {
  const handle = await page.evaluateHandle(() => document.activeElement as HTMLElement)
  const name = await handle.evaluate(element =>
    element === document.body
      ? null
      : `${element.tagName} ${element.ariaLabel ?? element.textContent?.slice(0, 40)}.${element.className}`,
  )
  return name === null ? null : { element: handle as ElementHandle<HTMLElement>, name }
}

/** The stops of the tabulator key at which one does not see where one is. */
async function unseenStops(page: Page, stops: number): Promise<string[]> {
  const unseen: string[] = []
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    if (!at) break
    const withFocus = await page.screenshot({ animations: 'disabled' })
    // The next stop is counted from here all the same.
    await at.element.evaluate(element => element.blur())
    const differs = async () => !withFocus.equals(await page.screenshot({ animations: 'disabled' }))
    // A select shows a little later that it has lost the focus.
    if (!(await differs()) && !(await pause(200).then(differs))) unseen.push(at.name)
  }
  return unseen
}

test('one sees where the keyboard is, in the menu and on a list', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  test.slow()
  await signIn(page, await person('super_admin'))
  await visit(page, '/devices')
  await settled(page)
  expect(await unseenStops(page, 35)).toEqual([])
})

test('one sees where the keyboard is, on every screen in either theme', async ({ page, person }) => {
  test.slow()
  await signIn(page, await person('super_admin'))
  // Two addresses lead to one of them.
  const screens = new Map(described.toReversed().map(([path, title]) => [title, path]))
  for (const [at, path] of [...screens.values()].entries())
    await test.step(path, async () => {
      await visit(page, path)
      await page.evaluate(
        newValue => {
          dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }))
        },
        at % 2 === 0 ? 'dark' : 'light',
      )
      await settled(page)
      await page.locator('main').focus()
      expect.soft(await unseenStops(page, mostStops), path).toEqual([])
    })
})
