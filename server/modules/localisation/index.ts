export * as plugins from './plugins.ts'
export { createOverlayCache } from './translations/overlay.ts'
