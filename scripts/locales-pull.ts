/**
 * `npm run locales:pull [-- --url https://console.example.org]`: writes the texts published in the translation workbench
 * to `locales/`, from the public API of a server or from this installation's database.
 */
import { parseArgs } from 'node:util'
import { languages } from '#contract/kit/language.ts'
import type { PublishedTexts } from '#contract/localisation/published-texts.ts'
import { translations } from '#contract/localisation/translations.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { createOverlayCache } from '#server/modules/localisation/index.ts'
import { command, printLine } from './db/command.ts'
import { withSharedDatabase } from './db/with-database.ts'
import { pull } from './locales/pull.ts'
import { createClient } from './simulate/client.ts'

const { values } = parseArgs({ options: { url: { type: 'string' } } })
const folder = new URL('../locales/', import.meta.url)

async function pullAll(publishedIn: (language: (typeof languages)[number]) => Promise<PublishedTexts>) {
  let count = 0
  for (const language of languages) {
    for (const { key, before, after } of await pull(folder, language, await publishedIn(language))) {
      printLine(`${key}\n  - ${before ?? ''}\n  + ${after}`)
      count += 1
    }
  }
  printLine(`${count} texts changed in locales/`)
}

await command(async () => {
  const { url } = values
  if (url)
    return pullAll(async language => {
      const { texts } = await createClient(url).call(translations.published, { params: { language } })
      return texts
    })
  await withSharedDatabase(readConfig(), async connectionString => {
    const database = openDatabase(connectionString, () => {}, 2)
    const overlayOf = createOverlayCache(database.db)
    await pullAll(async language => (await overlayOf(language)).texts).finally(() => database.close())
  })
})
