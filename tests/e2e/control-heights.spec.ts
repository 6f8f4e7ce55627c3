import type { Page } from '@playwright/test'
import { expect, settled, signIn, test, visit } from '#tests/fixtures/console.ts'
import { settle } from '#tests/fixtures/household.ts'
import { described, open } from '#tests/fixtures/routes.ts'

/** Heights in pixels: `--control-height` of the console, and of the public screens with their few fields. */
const heights = { console: 32, open: 40 }

/** What one types into or chooses from; not a box to tick, nor what is hidden behind it. */
const fields = 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), button[role=combobox]'

/** Buttons as one presses them beside fields. */
const buttons = 'form button, form a[class*=button], [role=dialog] footer button, search button'

/** Controls that are meant to have a height of their own. */
const exceptions = [
  // Grows with what is chosen.
  '.ant-select-multiple *',
  // Within a field, or a mark behind it.
  '[role=switch], .ant-select-selection-item *, .ant-picker *:not(input)',
  // Not in the shape of a control: a line of a menu, a card, a filter that is set, a key of a segment.
  '[class*=option], [class*=chip], [class*=way], [class*=segments] *, [class*=text_]',
  // The line in which one writes to the companion is as high as a thumb needs it.
  '[class*=composer] *, [class*=composer]',
]

/** What stands out on the page as it is: name and height of each control that has another one. */
const outliers = (page: Page, height: number) =>
  page.evaluate(
    ({ fields, buttons, exceptions, height }) => {
      const isFramed = (element: Element) => {
        const { borderTopWidth, borderBottomWidth } = getComputedStyle(element)
        return borderTopWidth !== '0px' && borderBottomWidth !== '0px'
      }
      /** The box that looks like the control: antd and the search put the input into one. */
      const boxOf = (control: Element) => {
        const framed =
          '.ant-select, .ant-picker, .ant-input-number-affix-wrapper, .ant-input-number, .ant-input-affix-wrapper'
        const box = control.closest('.ant-input-number-affix-wrapper') ?? control.closest(framed)
        if (box) return box
        for (let at: Element | null = control, up = 0; at && up < 3; at = at.parentElement, up++)
          if (isFramed(at)) return at
        return control
      }
      const controls = document.querySelectorAll(
        `:is(main, [role=dialog]) :is(${fields}), :is(main, [role=dialog]) :is(${buttons})`,
      )
      return [...controls]
        .filter(control => control.checkVisibility({ opacityProperty: true }) && !control.matches(exceptions))
        .map(control => ({ control, box: boxOf(control).getBoundingClientRect() }))
        .filter(({ box }) => box.height > 1 && Math.abs(box.height - height) > 0.5)
        .map(
          ({ control, box }) =>
            `${control.ariaLabel ?? control.textContent ?? ''}#${control.id}.${control.className}: ${box.height}`,
        )
    },
    { fields, buttons, exceptions: exceptions.join(', '), height },
  )

/** Asserts it once the fields have come to rest: stand-ins make way for antd's. */
const expectHeight = (page: Page, height: number, where: string) =>
  expect.soft.poll(() => outliers(page, height), { message: where, timeout: 3_000 }).toEqual([])

const forms = [
  '/devices',
  '/users/elderly',
  '/users/caregivers',
  '/users/family',
  '/users/admins',
  '/users/organizations',
  '/assignments',
  '/invites',
  '/contacts',
  '/api-keys',
  '/ladders',
  '/on-call',
  '/glossary',
  '/reports',
  '/figure-rules',
  '/webhook-endpoints',
].map(path => `${path}/create`)

test('every field and button of a form and a filter bar has the one height', async ({ page, person }) => {
  test.slow()
  await settle(await person('organization_admin'))
  await signIn(page, await person('super_admin'), '/settings')
  // Two addresses of one screen: the second would not replace the first.
  const screens = new Map(described.map(([path, title]) => [title, path])).values()
  for (const path of [...screens, ...forms]) {
    await visit(page, path)
    await settled(page)
    await expectHeight(page, heights.console, path)
  }
})

test('the public screens’ fields have theirs', async ({ page }) => {
  for (const [path] of open) {
    if (page.url() === 'about:blank') await page.goto(path)
    else await visit(page, path)
    await settled(page)
    await expectHeight(page, heights.open, path)
  }
})
