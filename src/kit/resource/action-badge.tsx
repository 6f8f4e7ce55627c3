import { Badge, type Tone } from './badge.tsx'

const tones: readonly [words: RegExp, tone: Tone][] = [
  [/create/i, 'green'],
  [/update|edit/i, 'blue'],
  [/delete|remove/i, 'red'],
  [/view|read/i, 'grey'],
]

/** The colour of an act: creating is green, changing blue, removing red, looking grey, all else purple. */
export const toneOf = (action: string): Tone => tones.find(([words]) => words.test(action))?.[1] ?? 'purple'

interface ActionBadgeProps {
  action: string
  /** Its name in the person's language. */
  label: string
}

/** What was done, in its colour. */
export const ActionBadge = ({ action, label }: ActionBadgeProps) => (
  <Badge tone={toneOf(action)}>{label}</Badge>
)
