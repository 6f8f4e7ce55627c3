import { Badge, type Tone } from './badge.tsx'

const tones: readonly [words: RegExp, tone: Tone][] = [
  [/create/i, 'green'],
  [/update|edit/i, 'blue'],
  [/delete|remove/i, 'red'],
  [/view|read/i, 'grey'],
]

/** The colour of an act: creating is green, changing blue, removing red, looking grey, all else purple. */
export const toneOf = (action: string): Tone => tones.find(([words]) => words.test(action))?.[1] ?? 'purple'

/** What was done, in its colour; by its code, which is what the log is searched by in any language. */
export const ActionBadge = ({ action }: { action: string }) => (
  <span translate="no">
    <Badge tone={toneOf(action)}>{action}</Badge>
  </span>
)
