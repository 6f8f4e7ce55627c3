import type { Item, ItemGroup } from './item.ts'
import { likeness } from './likeness.ts'
import { useActions } from './use-actions.ts'
import { useRecent } from './use-recent.ts'
import { useRecords } from './use-records.ts'
import { useScreens } from './use-screens.ts'

const shown = 6

/** The items whose label answers what was typed, the best first. */
const answering = (typed: string, items: readonly Item[]) =>
  items
    .map(item => ({ item, score: likeness(typed, item.label) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, shown)
    .map(({ item }) => item)

/** Everything that the palette offers for what was typed; before anything was, what the caller used last comes first. */
export function useGroups(typed: string, help: () => void) {
  const text = typed.trim()
  const screens = useScreens()
  const actions = useActions({ help })
  const recent = useRecent(screens)
  const { items: records, ...finding } = useRecords(text)
  const groups: ItemGroup[] = text
    ? [
        { name: 'screens', items: answering(text, screens) },
        { name: 'records', items: records },
        { name: 'actions', items: answering(text, actions) },
      ]
    : [
        { name: 'recent', items: recent.slice(0, shown) },
        { name: 'actions', items: actions },
        { name: 'screens', items: screens.filter(({ key }) => !recent.some(item => item.key === key)) },
      ]
  return { groups: groups.filter(({ items }) => items.length > 0), ...finding }
}
