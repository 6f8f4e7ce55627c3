import type { ScreenName } from '#kit/screens.ts'

/** The screens that have their place, title and access but no page yet. A screen's page, once there, replaces its line. */
export const unbuilt = ['languageConfig'] as const satisfies readonly ScreenName[]

export type Unbuilt = (typeof unbuilt)[number]
