import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { login } from '#tests/fixtures/http.ts'
import { chromiumPath } from '../../scripts/chromium.mjs'
import { launch, owner } from '../server.ts'

const cpuSlowdown = 4

export interface Console {
  browser: Browser
  url: string
  /** Of the first admin. */
  token: string
}

/** Runs `work` with a browser and a server with demo data. */
export async function withConsole<Result>(work: (console: Console) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'voicedeck-load-'))
  const server = await launch(folder, { DEMO: '1' })
  const executablePath = chromiumPath()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    return await work({
      browser,
      url: server.url,
      token: await login(server.url, owner.username, owner.password),
    })
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens a page on a CPU four times slower, signed in if there is a token. */
export async function openThrottled(
  context: BrowserContext,
  token: string | null,
): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  if (token) await page.addInitScript(`localStorage.setItem('jwt_token', ${JSON.stringify(token)})`)
  return { page, devtools }
}

export const viewport = { width: 1440, height: 900 }

/** Records the page's performance entries of some types, as `window.entries`. */
export const observe = (page: Page, ...types: string[]) =>
  page.addInitScript(`
    window.entries = []
    for (const type of ${JSON.stringify(['longtask', ...types])})
      new PerformanceObserver(list => window.entries.push(...list.getEntries()))
        .observe({ type, buffered: true, durationThreshold: 16 })
  `)

/** Waits until neither a request nor a long task has ended for 2.5 seconds. */
export async function waitUntilIdle(page: Page, requests: () => number): Promise<void> {
  const activity = () => page.evaluate<number>('window.entries.length')
  for (let last = '', calm = 0; calm < 5; ) {
    const now = `${requests()} ${await activity()}`
    calm = now === last ? calm + 1 : 0
    last = now
    await page.waitForTimeout(500)
  }
}
