/**
 * Removes from package.json every dependency that neither the server nor a command of the image names, so that
 * `npm prune` leaves the packages of the console out of the image. The console itself is built before.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['contract', 'server']

/** @param {string} folder @returns {string[]} the TypeScript files in it, at any depth */
const sourcesIn = folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(folder, name))

const text = folders
  .flatMap(sourcesIn)
  .map(file => readFileSync(file, 'utf8'))
  .join('\n')
const named = new Set(
  Array.from(text.matchAll(/['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"\s]*)?['"]/g), ([, name]) => name),
)

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
manifest.dependencies = Object.fromEntries(
  Object.entries(manifest.dependencies).filter(([name]) => named.has(name)),
)
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`)
