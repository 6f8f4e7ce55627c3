import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'

const blocks = /^```\w+ (\S+)\n([\s\S]*?)^```$/gm

/** A copy of the repository in which the tutorial was followed to the letter. */
function follow(folder: string): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const file of files.split('\n').filter(file => file && existsSync(file))) {
    if (/^(docs\/screenshots|tests\/e2e)/.test(file)) continue
    cpSync(file, join(folder, file))
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  const written: string[] = []
  for (const [, path = '', text = ''] of readFileSync('docs/add-a-resource.md', 'utf8').matchAll(blocks)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    if (path.endsWith('.json')) {
      const both = { ...JSON.parse(readFileSync(file, 'utf8')), ...JSON.parse(text) }
      writeFileSync(file, JSON.stringify(both, null, 2))
    } else if (existsSync(file)) writeFileSync(file, `${readFileSync(file, 'utf8')}${text}`)
    else writeFileSync(file, text)
    written.push(path)
  }
  expect(written).toHaveLength(12)
}

test('the tutorial links to working screens', async ({ browser }) => {
  test.setTimeout(240_000)
  const folder = mkdtempSync(join(tmpdir(), 'voicedeck-tutorial-'))
  follow(folder)
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, stdio: 'pipe' })
  // Checks the types of the whole product twice, which takes most of the time.
  if (process.env.DEEP)
    for (const side of ['server', 'console'])
      node('node_modules/typescript/bin/tsc', '-p', `tsconfig.${side}.json`)
  node('scripts/locales.ts')
  node('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--minify', 'false')

  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DEMO: '0',
      LOG_LEVEL: 'warn',
      ADMIN_USERNAME: 'root',
      ADMIN_PASSWORD: 'correct horse battery',
    },
  })
  // Listened for at once: a server that fails to start has exited before anybody waits for it.
  const exited = once(server, 'exit')
  try {
    let origin = ''
    for await (const line of createInterface({ input: server.stdout })) {
      origin = line.match(/^ready (\S+)/)?.[1] ?? ''
      if (origin) break
    }
    expect(origin, 'the server did not start').not.toBe('')
    const context = await browser.newContext({ baseURL: origin, locale: 'en' })
    const page = await context.newPage()
    await page.goto('/login')
    await page.getByLabel('Username').fill('root')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/analytics/)

    await page.goto('/vehicles')
    await expect(page.getByText('No vehicles found')).toBeVisible()
    await page.getByRole('link', { name: 'New vehicle' }).click()
    await expect(page.getByRole('heading', { name: 'New vehicle' })).toBeVisible()
    await page.getByLabel('Name').fill('Blue van')
    await page.getByLabel('Plate').fill('B-VD 42')
    await page.getByLabel('Seats').fill('8')
    await page.getByLabel('Type').click()
    await page.getByTitle('Van').click()
    await page.getByLabel('Organization').fill('Voice')
    await page.getByTitle('Voicedeck').click()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { name: 'Blue van' })).toBeVisible()

    await page.goto('/vehicles?kind=van')
    await expect(page.getByRole('row', { name: /Blue van/ })).toContainText('B-VD 42')
    await page.goto('/vehicles?kind=car')
    await expect(page.getByRole('row', { name: /Blue van/ })).toHaveCount(0)
    await context.close()
  } finally {
    server.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
})
