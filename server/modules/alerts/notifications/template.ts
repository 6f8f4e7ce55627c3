import type { placeholders } from '#contract/alerts/notifications.ts'

/** What the placeholders of a template stand for. */
export type Filling = Readonly<Record<(typeof placeholders)[number], string>>

/** A text with its placeholders filled in; what is filled in is never looked into again. */
export const filled = (text: string, filling: Filling) =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) =>
    Object.hasOwn(filling, name) ? filling[name as keyof Filling] : braces,
  )
