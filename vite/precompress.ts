import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(js|css|html|svg|json)$/
/** Smaller files fit one packet either way. */
const minBytes = 1_024

/**
 * Writes `.br` and `.gz` next to each built text file, so that the server spends no CPU on compression; not in a build
 * with `--minify false`, which is not for users.
 */
export function precompress(): Plugin {
  let folder: string | undefined
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      if (config.build.minify) folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      if (!folder) return
      const root = folder
      const files = await readdir(root, { recursive: true })
      await Promise.all(
        files
          .filter(file => text.test(file))
          .map(async file => {
            const path = join(root, file)
            const content = await readFile(path)
            if (content.byteLength < minBytes) return
            const params = {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
            }
            await Promise.all([
              promisify(brotliCompress)(content, { params }).then(data => writeFile(`${path}.br`, data)),
              promisify(gzip)(content, { level: 9 }).then(data => writeFile(`${path}.gz`, data)),
            ])
          }),
      )
    },
  }
}
