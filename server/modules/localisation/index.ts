export * as plugins from './plugins.ts'
export { createOverlayCache as openOverlays } from './translations/overlay.ts'
