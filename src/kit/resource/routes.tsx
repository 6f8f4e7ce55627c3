import type { Namespace } from 'i18next'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { ResourceHead } from '../registry.ts'
import type { Resource } from './resource.ts'

export type Screen = ComponentType<{ of: Resource }>

/** What forms are drawn in: the theme and the texts of their inputs, which are too large to load before. */
export type Frame = ComponentType<{ children: ReactNode }>

/** What the routes take from the rest of the console. */
interface Surroundings {
  frame: () => Promise<Frame>
  /** Fetches texts; asked before the language is known, it waits for that. */
  loadTexts: (...namespaces: (Namespace & string)[]) => Promise<void>
}

/** A route's screen, drawn once its code, its declaration and its texts are there. */
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

/** A screen over which records may be edited in a drawer. */
const withDrawer = (load: () => Promise<Screen>, frame: () => Promise<Frame>) => async () => {
  const [{ overDrawer }, screen] = await Promise.all([import('./form/over-drawer.tsx'), load()])
  return overDrawer(screen, frame)
}

/** The routes of a resource: its list (by both doors), a record, the forms for a new and an old one, the import. */
export const resourceRoutes = (head: ResourceHead, around: Surroundings): RouteObject[] => [
  { path: head.path, lazy: screenOf(head, withDrawer(list, around.frame), around) },
  ...(head.alias
    ? [{ path: head.alias.path, lazy: screenOf(head, withDrawer(list, around.frame), around) }]
    : []),
  { path: `${head.path}/create`, lazy: screenOf(head, create, around) },
  { path: `${head.path}/import`, lazy: screenOf(head, importing, { loadTexts: around.loadTexts }) },
  { path: `${head.path}/:id`, lazy: screenOf(head, withDrawer(show, around.frame), around) },
  { path: `${head.path}/:id/edit`, lazy: screenOf(head, edit, around) },
]
