import type { z } from 'zod'
import type { buttonSizes, ElderlyAction } from '#contract/care/elderly-dashboard.ts'

type Size = (typeof buttonSizes)[number]
type Action = z.infer<typeof ElderlyAction>

/** Button height in CSS pixels, and how many buttons fit on a phone. */
const sizes: Record<Size, { height: number; buttons: number }> = {
  normal: { height: 56, buttons: 6 },
  large: { height: 88, buttons: 4 },
  extra_large: { height: 136, buttons: 2 },
}

/** Contrast is at least 7:1, in high contrast 15:1 (WCAG 2.2, 1.4.6). */
const colours = {
  usual: { background: '#ffffff', text: '#1f1f1f', button: '#0b4a8f' },
  high: { background: '#000000', text: '#ffffff', button: '#ffd60a' },
}

export interface Display {
  button_size: Size
  voice_enabled: boolean
  high_contrast: boolean
}

/** The start screen's layout; the help button is always first. @param due whether a dose can be taken now */
export function buildDisplay(
  { button_size, voice_enabled, high_contrast }: Display,
  { due, unread, checkedIn }: { due: boolean; unread: boolean; checkedIn: boolean },
) {
  const { height, buttons } = sizes[button_size]
  const needed: [Action, boolean][] = [
    ['medication', due],
    ['checkin', !checkedIn],
    ['messages', unread],
    ['call_family', true],
    ['talk', voice_enabled],
  ]
  const rest = [...needed.filter(([, now]) => now), ...needed.filter(([, now]) => !now)]
    .map(([action]) => action)
    .filter(action => action !== 'talk' || voice_enabled)
  return {
    display: {
      button_size,
      button_height: height,
      voice_enabled,
      high_contrast,
      colours: colours[high_contrast ? 'high' : 'usual'],
    },
    buttons: (['help', ...rest] as Action[]).slice(0, buttons),
  }
}
