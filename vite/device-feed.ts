import { build, type Plugin, type Rolldown } from 'vite'

const entry = new URL('../src/kit/device-feed/script.ts', import.meta.url).pathname

/** Builds `/device-feed.js` for third-party pages: one file without imports, under a stable name. */
export function deviceFeedScript(): Plugin {
  return {
    name: 'device-feed-script',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'DeviceFeed' } },
      })
      const [{ output }] = built as [Rolldown.RolldownOutput]
      this.emitFile({ type: 'asset', fileName: 'device-feed.js', source: output[0].code })
    },
  }
}
