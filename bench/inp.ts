/**
 * `npm run bench:inp -- --runs=3`: from an interaction to the next paint, on a CPU four times slower; ends with an error
 * when one takes longer than the limit of a good experience.
 */
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { benchmark, type Measured } from './harness.ts'
import { type Console, observe, openThrottled, viewport, waitUntilIdle, withConsole } from './load/browser.ts'

/** Milliseconds. */
const limit = 200

interface Interaction {
  name: string
  path: string
  /** Ends when the result is shown. */
  act(page: Page): Promise<void>
}

const interactions: readonly Interaction[] = [
  {
    name: 'open a drawer',
    path: '/devices',
    async act(page) {
      await page.locator('tr[data-index="0"]').hover()
      await page
        .locator('tr[data-index="0"]')
        .getByRole('button', { name: /^Edit / })
        .click()
      await page.getByRole('dialog', { name: /^Edit: / }).waitFor()
    },
  },
  {
    name: 'open and search a select of 1,000 choices',
    path: '/settings',
    async act(page) {
      const select = page.getByRole('combobox', { name: 'Time zone' })
      // The chosen value covers the input.
      await select.click({ force: true })
      await page.getByTitle('Zone/0001').waitFor()
      await select.press('9')
      await page.getByTitle('Zone/0009').waitFor()
    },
  },
  {
    name: 'filter a list',
    path: '/devices',
    async act(page) {
      await page.getByRole('button', { name: 'Add filter' }).click()
      // The heading of the column has the same name.
      const menu = page.getByRole('dialog', { name: 'Filter by' })
      await menu.getByRole('button', { name: 'Status', exact: true }).click()
      await page.getByRole('checkbox', { name: 'Online' }).click()
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.waitForURL(/status=online/)
      await page.locator('[aria-busy="false"] tr[data-index="0"]').waitFor()
    },
  },
  {
    name: 'change the range of a dashboard',
    path: '/',
    async act(page) {
      await page.getByRole('button', { name: 'Last 7 days' }).click()
      await page.waitForURL(/range=7d/)
      await page.locator('article[data-figure]').first().waitFor()
    },
  },
]

/** Gives the select of time zones 1,000 choices. */
const manyZones = `Intl.supportedValuesOf = () =>
  Array.from({ length: 1000 }, (_, index) => 'Zone/' + String(index).padStart(4, '0'))`

/** The slowest interaction until the result is shown, in milliseconds. */
async function measure({ browser, url, token }: Console, { path, act }: Interaction): Promise<number> {
  const context = await browser.newContext({ viewport })
  try {
    const { page } = await openThrottled(context, token)
    await page.addInitScript(manyZones)
    await observe(page, 'event')
    let requests = 0
    page.on('requestfinished', () => {
      requests += 1
    })
    await page.goto(url + path)
    await waitUntilIdle(page, () => requests)
    await act(page)
    await waitUntilIdle(page, () => requests)
    return await page.evaluate<number>(
      'Math.max(0, ...entries.filter(entry => entry.interactionId).map(entry => entry.duration))',
    )
  } finally {
    await context.close()
  }
}

export default benchmark({
  name: 'inp',
  about: 'from an interaction to the next paint on a slow CPU; milliseconds',
  async run({ flags, log }) {
    const { values } = parseArgs({ args: [...flags], options: { runs: { type: 'string', default: '3' } } })
    const rows: Measured[] = []
    await withConsole(async console => {
      for (const interaction of interactions) {
        const samples: number[] = []
        for (let run = 0; run < Number(values.runs); run += 1)
          samples.push(await measure(console, interaction))
        samples.sort((a, b) => a - b)
        const median = samples[Math.floor(samples.length / 2)] ?? Number.NaN
        if (!(median <= limit)) process.exitCode = 1
        rows.push({
          interaction: interaction.name,
          best: samples[0] ?? Number.NaN,
          median,
          limit,
          verdict: median <= limit ? 'ok' : 'OVER',
        })
        log(interaction.name)
      }
    })
    return rows
  },
})
