export * as plugins from './plugins.ts'
export { createOverlayCache } from './translations/overlay.ts'
export { resolveTextId } from './translations/texts.ts'
