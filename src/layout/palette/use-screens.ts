import { useTranslation } from 'react-i18next'
import { useCaller } from '#kit/caller.ts'
import { keysTo } from '../go-to.ts'
import { entriesOf } from '../navigation.ts'
import type { Item } from './item.ts'

/** The screens that the caller may open. */
export function useScreens(): Item[] {
  const { t } = useTranslation(['navigation', 'resources'])
  const { role } = useCaller()
  return entriesOf(role).map(({ path, label }): Item => {
    const keys = keysTo(path)
    return { key: path, label: t(label as never), act: { to: path }, ...(keys && { keys }) }
  })
}
