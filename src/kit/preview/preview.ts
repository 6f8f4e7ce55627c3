/**
 * Below this path, translators see every screen with example data: the calls of the screens are answered within the
 * browser, and none reaches the server (ADR 28).
 */
export const previewBase = '/preview'

/** Whether a path of the whole site is that of a preview. */
export const isPreviewPath = (path: string) => path === previewBase || path.startsWith(`${previewBase}/`)

/** Whether this page is a preview. It stays one until another page is loaded. */
export const isPreview: boolean = isPreviewPath(globalThis.location?.pathname ?? '')

/** The id of an example record. */
export const exampleId = (index: number) => `01900000-0000-7000-8000-${String(index + 1).padStart(12, '0')}`
