import type { Tone } from './chart-data.ts'

/**
 * The engine takes literal colours only. Each tone gets a placeholder, for which `plots.module.css` sets the token, so
 * that the theme, print and forced colours apply without drawing again.
 */
const placeholders = {
  accent: 1,
  good: 2,
  bad: 3,
  serious: 4,
  warn: 5,
  info: 6,
  muted: 7,
} as const satisfies Record<Tone, number>

export const toneColor = (tone: Tone = 'accent') => `rgb(0,0,${placeholders[tone]})`
