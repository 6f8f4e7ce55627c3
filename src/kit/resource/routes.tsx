import type { Namespace } from 'i18next'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { ResourceHead } from '../registry.ts'
import type { Resource } from './resource.ts'

export type Screen = ComponentType<{ of: Resource }>

/** Loads namespaces; waits until the language is known. */
type LoadTexts = (...namespaces: (Namespace & string)[]) => Promise<void>

/** Renders a screen once its code, declaration and texts are loaded. */
const screenOf = (head: ResourceHead, load: () => Promise<Screen>, loadTexts: LoadTexts) => async () => {
  const [Screen, of] = await Promise.all([
    load(),
    head.load(),
    loadTexts('kit', 'bulk', 'privacy', 'resources', 'activity-logs'),
  ])
  await loadTexts(...of.texts)
  return { element: <Screen key={of.name} of={of} /> }
}

const list = async () => (await import('./list/list-screen.tsx')).ListScreen
const show = async () => (await import('./show/show-screen.tsx')).ShowScreen
const create = async () => (await import('./form/create-screen.tsx')).CreateScreen
const importing = async () => (await import('./import/import-screen.tsx')).ImportScreen
const edit = async () => (await import('./form/edit-screen.tsx')).EditScreen

/** A screen with the edit drawer. */
const withDrawer = (load: () => Promise<Screen>) => async () => {
  const [{ withEditDrawer }, screen] = await Promise.all([import('./form/with-edit-drawer.tsx'), load()])
  return withEditDrawer(screen)
}

/** The routes of a resource: list (both paths), record, create, edit, import. */
export const resourceRoutes = (head: ResourceHead, loadTexts: LoadTexts): RouteObject[] => {
  const screen = (load: () => Promise<Screen>) => screenOf(head, load, loadTexts)
  const listPaths = [head.path, ...(head.alias ? [head.alias.path] : [])]
  return [
    ...listPaths.map(path => ({ path, lazy: screen(withDrawer(list)) })),
    { path: `${head.path}/create`, lazy: screen(create) },
    { path: `${head.path}/import`, lazy: screen(importing) },
    { path: `${head.path}/:id`, lazy: screen(withDrawer(show)) },
    { path: `${head.path}/:id/edit`, lazy: screen(edit) },
  ]
}
