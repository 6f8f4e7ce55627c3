/** What a person loads first on each kind of page, gzipped: the budgets of the console. */
import { readFileSync } from 'node:fs'

const built = 'dist/console'
/** @type {Record<string, { file: string, imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(`${built}/.vite/manifest.json`, 'utf8'))

/** @param {string[]} roots @returns {string[]} their chunks with all that these import at once */
function chunks(roots) {
  const found = new Set()
  const visit = (/** @type {string} */ name) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the console's manifest: mend .size-limit.mjs`)
    if (found.has(chunk.file)) return
    found.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  roots.forEach(visit)
  return [...found].map(file => `${built}/${file}`)
}

const texts = (/** @type {string[]} */ ...names) => names.map(name => `locales/en/${name}.json`)
const entry = ['index.html', 'providers/texts/en.ts', ...texts('common')]
const shell = [
  ...entry,
  'contract/identity/auth.ts',
  'src/layout/console.tsx',
  'providers/rest.ts',
  ...texts('navigation'),
]

/** @param {string} name @param {string} limit @param {string[]} roots */
const budget = (name, limit, roots) => ({ name, limit, gzip: true, path: chunks(roots) })

export default [
  budget('entry', '175 KB', ['index.html']),
  budget('login', '240 KB', [
    ...entry,
    'src/layout/public.tsx',
    'src/layout/guest.tsx',
    'src/pages/identity/login/login.tsx',
    ...texts('auth'),
  ]),
  budget('landing page', '300 KB', [...shell, 'src/pages/analytics/analytics.tsx', ...texts('pages')]),
  budget('global dashboard', '320 KB', [
    ...shell,
    'src/pages/analytics/home/home.tsx',
    ...texts('analytics', 'revenue'),
  ]),
  budget('list page', '400 KB', [
    ...shell,
    'src/kit/resource/list/list-screen.tsx',
    'resources/devices.tsx',
    ...texts('kit', 'resources'),
  ]),
]
