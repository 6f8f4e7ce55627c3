import { execFileSync } from 'node:child_process'
import { benchmark } from './harness.ts'

export default benchmark({
  name: 'bundles',
  about: 'JavaScript that each kind of page loads first, gzipped, beside its budget',
  async run() {
    const output = execFileSync(process.execPath, ['node_modules/size-limit/bin.js', '--json'], {
      encoding: 'utf8',
    })
    const sizes = JSON.parse(output) as { name: string; size: number; sizeLimit: number }[]
    return sizes.map(({ name, size, sizeLimit }) => ({
      page: name,
      'KB gzip': Math.round(size / 100) / 10,
      budget: sizeLimit / 1000,
    }))
  },
})
