import type { Namespace } from 'i18next'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { ResourceHead } from '../registry.ts'
import type { Resource } from './resource.ts'

export type Screen = ComponentType<{ of: Resource }>

/** Wrapper for forms: antd's theme and locale, loaded on demand. */
export type Frame = ComponentType<{ children: ReactNode }>

/** What the routes need from the console. */
interface Surroundings {
  frame: () => Promise<Frame>
  /** Loads namespaces; waits until the language is known. */
  loadTexts: (...namespaces: (Namespace & string)[]) => Promise<void>
}

/** Renders a screen once its code, declaration and texts are loaded. */
const screenOf =
  (
    head: ResourceHead,
    load: () => Promise<Screen>,
    { frame, loadTexts }: Pick<Surroundings, 'loadTexts'> & Partial<Surroundings>,
  ) =>
  async () => {
    const [Screen, of, Frame = Fragment] = await Promise.all([
      load(),
      head.load(),
      frame?.(),
      loadTexts('kit', 'bulk', 'privacy', 'resources', 'activity-logs'),
    ])
    await loadTexts(...of.texts)
    return {
      element: (
        <Frame>
          <Screen key={of.name} of={of} />
        </Frame>
      ),
    }
  }

const list = async () => (await import('./list/list-screen.tsx')).ListScreen
const show = async () => (await import('./show/show-screen.tsx')).ShowScreen
const create = async () => (await import('./form/create-screen.tsx')).CreateScreen
const importing = async () => (await import('./import/import-screen.tsx')).ImportScreen
const edit = async () => (await import('./form/edit-screen.tsx')).EditScreen

/** A screen with the edit drawer. */
const withDrawer = (load: () => Promise<Screen>, frame: () => Promise<Frame>) => async () => {
  const [{ withEditDrawer: overDrawer }, screen] = await Promise.all([
    import('./form/with-edit-drawer.tsx'),
    load(),
  ])
  return overDrawer(screen, frame)
}

/** The routes of a resource: list (both paths), record, create, edit, import. Only forms wait for the frame. */
export const resourceRoutes = (head: ResourceHead, { frame, loadTexts }: Surroundings): RouteObject[] => {
  const screen = (load: () => Promise<Screen>) => screenOf(head, load, { loadTexts })
  const form = (load: () => Promise<Screen>) => screenOf(head, load, { loadTexts, frame })
  const listPaths = [head.path, ...(head.alias ? [head.alias.path] : [])]
  return [
    ...listPaths.map(path => ({ path, lazy: screen(withDrawer(list, frame)) })),
    { path: `${head.path}/create`, lazy: form(create) },
    { path: `${head.path}/import`, lazy: screen(importing) },
    { path: `${head.path}/:id`, lazy: screen(withDrawer(show, frame)) },
    { path: `${head.path}/:id/edit`, lazy: form(edit) },
  ]
}
