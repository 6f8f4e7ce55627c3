/** Something that the palette offers. */
export interface Item {
  key: string
  label: string
  /** What of it was found, where its label does not say. */
  found?: string
  /** What kind of thing it is. */
  kind?: string
  /** The shortcut that does the same. */
  keys?: string
  /** Where it leads, or what it does. */
  act: { to: string } | { run: () => void }
}

export type GroupName = 'recent' | 'screens' | 'actions' | 'records'

/** Items under one heading. */
export interface ItemGroup {
  name: GroupName
  items: readonly Item[]
}
