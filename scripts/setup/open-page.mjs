/**
 * Opens a page like the browser tests do: `node scripts/setup/open-page.mjs <executable>`.
 * Exits with 0 if a script ran in it. A separate process, because it needs the dependencies.
 */
import { chromium } from '@playwright/test'

const START_TIMEOUT_MS = 30_000

const executablePath = process.argv[2]
const browser = await chromium.launch({ executablePath, timeout: START_TIMEOUT_MS })
const page = await browser.newPage()
const sum = await page.evaluate('20 + 22')
await browser.close()
process.exitCode = sum === 42 ? 0 : 1
