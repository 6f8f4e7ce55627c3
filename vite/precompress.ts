import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(js|css|html|svg|json)$/
/** Smaller files fit one packet either way. */
const minBytes = 1_024

/** Writes `.br` and `.gz` next to each built text file, so that the server spends no CPU on compression. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      await Promise.all(
        files
          .filter(file => text.test(file))
          .map(async file => {
            const path = join(folder, file)
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
