import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './vite/chunks.ts'
import { compileHints } from './vite/compile-hints.ts'
import { deviceFeedScript } from './vite/device-feed.ts'
import { collapseFacades } from './vite/facades.ts'
import { lazySchemas } from './vite/lazy-schemas.ts'
import { precompress } from './vite/precompress.ts'
import { screenPreloads } from './vite/preloads.ts'
import { resourceRegistry } from './vite/resource-registry.ts'

const empty = new URL('src/kit/empty.ts', import.meta.url).pathname
const api = `http://127.0.0.1:${process.env.API_PORT ?? 4001}`

export default defineConfig({
  plugins: [
    react(),
    lazySchemas(),
    resourceRegistry(),
    deviceFeedScript(),
    collapseFacades(),
    screenPreloads(),
    compileHints(),
    precompress(),
  ],
  resolve: {
    alias: [
      // Dependencies of Refine and of the plotting engine that no screen uses.
      {
        find: /^(react-markdown|remark-gfm|papaparse|error-stack-parser|object-inspect|html2canvas)$/,
        replacement: empty,
      },
      // simple-rest creates an HTTP client on import; only its query helpers are used.
      { find: /^axios$/, replacement: new URL('src/kit/axios-stub.ts', import.meta.url).pathname },
      // The CommonJS build of an icon has no default export under ESM interop.
      { find: /^@ant-design\/icons\/(\w+)$/, replacement: '@ant-design/icons/es/icons/$1' },
      // qs supports browsers without WeakMap by it; finding that out throws errors, which take 15 ms on a slow CPU.
      { find: /^side-channel$/, replacement: new URL('src/kit/side-channel.ts', import.meta.url).pathname },
      // The same without a work-around for Internet Explorer 11, which throws such errors as well.
      { find: /^\.\/_getTag\.js$/, replacement: 'lodash-es/_baseGetTag.js' },
      { find: /^lodash\/(.*)$/, replacement: 'lodash-es/$1' },
      { find: /^lodash$/, replacement: 'lodash-es' },
    ],
  },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    // All styles are 17 KB: one file, in parallel with the code.
    cssCodeSplit: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: api, ws: true },
      '/ai': { target: api },
      '/metrics': { target: api },
    },
  },
})
