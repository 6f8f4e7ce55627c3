import type { ScreenName } from '#kit/screens.ts'

/** The screens that have their place, title and access but no page yet. A screen's page, once there, replaces its line. */

export type Unbuilt = (typeof unbuilt)[number]
