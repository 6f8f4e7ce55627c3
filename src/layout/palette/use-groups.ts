import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentUser } from '#kit/current-user.ts'
import { entriesOf, shortcutTo } from '../navigation.ts'
import { matchScore } from './match-score.ts'
import { useActions, useCreateActions } from './use-actions.ts'
import { usePhrases } from './use-phrases.tsx'
import { useRecent } from './use-recent.ts'
import { useRecords } from './use-records.ts'

const shown = 6

/** Matching items, best first. */
const answering = (typed: string, items: readonly Item[]) =>
  items
    .map(item => ({
      item,
      score: Math.max(matchScore(typed, item.label), matchScore(typed, item.synonyms ?? '')),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, shown)
    .map(({ item }) => item)

interface Sought {
  typed: string
  /** Offers only what creates a record. */
  isCreating: boolean
  /** Opens the list of shortcuts. */
  help: () => void
}

/** Palette items for a query; without one, recent items first. */
export function useGroups({ typed, isCreating, help }: Sought) {
  const text = typed.trim()
  const sought = isCreating ? '' : text
  const screens = useScreens()
  const creating = useCreateActions()
  const actions = [...creating.items, ...useActions({ help })]
  const recent = useRecent(screens)
  const { items: records, ...finding } = useRecords(sought)
  const phrases = usePhrases(sought)
  const listed = (): ItemGroup[] => {
    if (isCreating)
      return [{ name: 'create', items: text ? answering(text, creating.items) : creating.items }]
    if (!text)
      return [
        { name: 'recent', items: recent.slice(0, shown) },
        { name: 'actions', items: actions },
        { name: 'screens', items: screens.filter(({ key }) => !recent.some(item => item.key === key)) },
      ]
    return [
      { name: 'phrases', items: phrases.items },
      { name: 'screens', items: answering(text, screens) },
      { name: 'records', items: records },
      { name: 'actions', items: answering(text, actions) },
    ]
  }
  return {
    groups: listed().filter(({ items }) => items.length > 0),
    ...finding,
    pending: finding.pending || phrases.pending || (isCreating && creating.pending),
  }
}

/** An entry of the palette. */
export interface Item {
  key: string
  label: string
  /** Other words by which it is found. */
  synonyms?: string
  /** The matched text, if the label does not contain it. */
  match?: ReactNode
  /** Kind of record. */
  kind?: string
  /** Equivalent shortcut. */
  keys?: string
  /** Where it leads, or what it does. */
  act: { to: string } | { run: () => void }
}

export type GroupName = 'recent' | 'phrases' | 'screens' | 'actions' | 'records' | 'create'

/** Items under one heading. */
export interface ItemGroup {
  name: GroupName
  items: readonly Item[]
}

/** Screens that the user may open. */
export function useScreens(): Item[] {
  const { t } = useTranslation(['navigation', 'resources'])
  const { role } = useCurrentUser()
  return entriesOf(role).map(({ path, label }): Item => {
    const keys = shortcutTo(path)
    return { key: path, label: t(label as never), act: { to: path }, ...(keys && { keys }) }
  })
}
