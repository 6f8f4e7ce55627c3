export * as plugins from './plugins.ts'
export { openOverlays } from './translations/overlay.ts'
