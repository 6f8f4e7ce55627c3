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

/** How far around an element its focus may show, in pixels. */
const reach = 12
/** The largest frame on which it may show instead, as that of a field or a card does. */
const frame = { width: 720, height: 320 }

/** The part of the screen around an element: what moves elsewhere is no focus. */
async function partAround(page: Page, element: ElementHandle<HTMLElement>) {
  const box = await element.evaluate((own, { width, height }) => {
    let shown: Element = own
    for (let up = own.parentElement; up; up = up.parentElement) {
      if (up.clientWidth > width || up.clientHeight > height) break
      shown = up
    }
    return shown.getBoundingClientRect().toJSON() as DOMRect
  }, frame)
  const screen = page.viewportSize()
  if (!screen) return undefined
  const [x, y] = [Math.max(0, box.x - reach), Math.max(0, box.y - reach)]
  const width = Math.min(screen.width, box.x + box.width + reach) - x
  const height = Math.min(screen.height, box.y + box.height + reach) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

/** The stops of the tabulator key at which one does not see where one is. */
async function unseenStops(page: Page, stops: number): Promise<string[]> {
  const unseen: string[] = []
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    if (!at) break
    const clip = await partAround(page, at.element)
    const picture = () => page.screenshot({ animations: 'disabled', ...(clip && { clip }) })
    const withFocus = await picture()
    // The next stop is counted from here all the same.
    await at.element.evaluate(element => element.blur())
    const differs = async () => !withFocus.equals(await picture())
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

test('one sees where the keyboard is, on every screen', async ({ page, person }) => {
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
