/**
 * Opens a page the way the browser tests will: `node scripts/setup/open-page.mjs <executable>`.
 * Exits with 0 when a script ran in it. Run on its own, as it needs the dependencies.
 */
import { chromium } from '@playwright/test'

const START_TIMEOUT_MS = 30_000

const executablePath = process.argv[2]
const browser = await chromium.launch({ executablePath, timeout: START_TIMEOUT_MS })
const page = await browser.newPage()
const sum = await page.evaluate('20 + 22')
await browser.close()
process.exitCode = sum === 42 ? 0 : 1
