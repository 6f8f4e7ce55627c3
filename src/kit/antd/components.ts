export { Modal, SidePanel } from './overlays.tsx'
export { PopoverPanel } from './popover.tsx'
export { loadLocale } from './provider.tsx'
export { SelectBox } from './select.tsx'
