import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { PictureReport } from '#kit/preview/picture.ts'
import { axe, expect, settled, signIn, test } from '#tests/fixtures/console.ts'
import places from '../../src/pages/localisation/translations/text-places.json' with { type: 'json' }

const file = fileURLToPath(
  new URL('../../src/pages/localisation/translations/text-places.json', import.meta.url),
)
const isWriting = process.env.TEXT_PLACES === 'write'

/** Number of screens that are loaded at the same time. */
const atOnce = 6

/** The preview of every screen. */
async function screenLinks(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Preview screens' }).click()
  const list = page.getByRole('dialog', { name: 'Preview screens' })
  await expect(list.getByRole('link', { name: 'Devices: List' })).toBeVisible()
  const links = await list
    .getByRole('link')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  return links
}

/** The texts that can be seen on a screen, as a picture of it reports them. */
const textsOn = (page: Page, link: string): Promise<string[]> =>
  page.evaluate(
    link =>
      new Promise<string[]>(done => {
        const frame = document.createElement('iframe')
        Object.assign(frame.dataset, { textPicture: '', language: 'en' })
        Object.assign(frame, { src: link, width: 1280, height: 800 })
        frame.style.cssText = 'position: fixed; z-index: 9999; inset: 0'
        let texts: readonly string[] = []
        const end = () => {
          removeEventListener('message', listen)
          frame.remove()
          done([...texts])
        }
        let ending = setTimeout(end, 30_000)
        const listen = ({ source, data }: MessageEvent<PictureReport>) => {
          if (source !== frame.contentWindow) return
          texts = data.texts
          clearTimeout(ending)
          // Some parts load once the first have come.
          ending = setTimeout(end, data.isComplete ? 1_000 : 30_000)
        }
        addEventListener('message', listen)
        document.body.append(frame)
      }),
    link,
  )

test('the index has nine tenths of the texts that screens show', async ({ page, person }) => {
  test.setTimeout(280_000)
  await signIn(page, await person('translator'), '/translations')
  const links = await screenLinks(page)
  const isAll = isWriting || process.env.DEEP
  const visited = isAll ? links : links.filter((_, index) => index % 20 === 3)
  const found = new Map<string, string>()
  for (let start = 0; start < visited.length; start += atOnce) {
    const some = visited.slice(start, start + atOnce)
    const texts = await Promise.all(some.map(link => textsOn(page, link)))
    for (const [index, link] of some.entries())
      for (const text of texts[index] ?? [])
        if (!found.has(text)) found.set(text, link.replace('/preview', ''))
  }
  if (isWriting) {
    const byPath = Map.groupBy(found, ([, path]) => path)
    const written = [...byPath].map(([path, texts]) => [path, texts.map(([text]) => text).join(' ')])
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(written), null, 2)}\n`)
    return
  }
  const known = new Set(Object.values<string>(places).flatMap(texts => texts.split(' ')))
  const missing = [...found.keys()].filter(text => !known.has(text))
  expect(found.size).toBeGreaterThan(isAll ? 1_000 : 100)
  expect(missing.length / found.size, `run "npm run text-places": ${missing.join(' ')}`).toBeLessThan(0.1)
})

const editorOf = (id: string) => `/translations?language=${id.slice(0, 2)}&text=${encodeURIComponent(id)}`

test('a text is framed on its screen, in its language, without taking the focus', async ({
  page,
  person,
}) => {
  await signIn(page, await person('translator'), editorOf('fr:resources:devices.many'))
  await settled(page)
  const field = page.getByLabel('Plural form “other”').or(page.getByLabel('Translation', { exact: true }))
  await field.first().focus()
  const picture = page.getByRole('figure', { name: 'The text on its screen' })
  await expect(picture.locator('[data-state="found"]')).toBeVisible()
  await expect(field.first()).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const frame = picture.frameLocator('iframe')
  await expect(frame.locator('html')).toHaveAttribute('lang', 'fr')
  const box = await frame.locator('[data-text-frame]').boundingBox()
  const word = await frame
    .getByText(/^Appareils/)
    .first()
    .boundingBox()
  expect(box && word && Math.abs(box.x - word.x)).toBeLessThan(4)
  await axe(page)

  // The tab keeps its own language and mode, and nobody gets into the frame by keyboard.
  expect(await page.evaluate(() => sessionStorage.getItem('translate-mode'))).toBeNull()
  await picture.getByRole('button', { name: 'Enlarge' }).press('Shift+Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME')

  await picture.getByRole('button', { name: 'Enlarge' }).click()
  const dialog = page.getByRole('dialog', { name: 'The text on its screen' })
  await expect(dialog.locator('[data-state="found"]')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await picture.getByRole('link', { name: 'Open in preview' }).click()
  await expect(page).toHaveURL(/\/preview\//)
  await expect(page.getByRole('complementary', { name: /^Preview/ })).toBeVisible()
})

test('texts of the index are framed, and of others it is said that no screen shows them', async ({
  page,
  person,
}) => {
  test.slow()
  await signIn(page, await person('translator'), editorOf('de:mail:join.subject'))
  await expect(page.getByText('No screen shows this text when it opens.')).toBeVisible()
  const known = Object.values<string>(places).flatMap(texts => texts.split(' '))
  const sample = process.env.DEEP ? 60 : 8
  const hidden: string[] = []
  for (let index = 0; index < sample; index++) {
    const text = known[Math.floor(((index + 0.5) * known.length) / sample)] ?? ''
    await page.goto(editorOf(`${['de', 'ja', 'ar'][index % 3]}:${text}`))
    const screen = page.getByRole('figure', { name: 'The text on its screen' }).locator('[data-state]')
    await expect(screen).not.toHaveAttribute('data-state', 'loading')
    // What comes last may be what is looked for.
    await expect(screen)
      .toHaveAttribute('data-state', 'found', { timeout: 5_000 })
      .catch(() => hidden.push(text))
  }
  expect(hidden.length / sample, hidden.join(' ')).toBeLessThanOrEqual(0.1)
})
