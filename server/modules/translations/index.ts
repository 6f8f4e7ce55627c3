export { openOverlays } from './overlay.ts'
