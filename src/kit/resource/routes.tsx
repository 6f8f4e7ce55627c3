import i18next from 'i18next'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { ResourceHead } from '../registry.ts'
import type { Resource } from './resource.ts'

type Screen = ComponentType<{ of: Resource }>

/** A route's screen, drawn once its code, its declaration and its texts are there. */
const screenOf = (head: ResourceHead, load: () => Promise<Screen>) => async () => {
  const [Screen, of] = await Promise.all([load(), head.load(), i18next.loadNamespaces(['kit', 'resources'])])
  return { Component: () => <Screen key={of.name} of={of} /> }
}

const list = async () => (await import('./list/list-screen.tsx')).ListScreen
const show = async () => (await import('./show/show-screen.tsx')).ShowScreen
const create = async () => (await import('./form/form-screen.tsx')).CreateScreen
const edit = async () => (await import('./form/form-screen.tsx')).EditScreen

/** The routes of a resource: its list (by both doors), a record, and the forms for a new and an old one. */
export const resourceRoutes = (head: ResourceHead): RouteObject[] => [
  { path: head.path, lazy: screenOf(head, list) },
  ...(head.alias ? [{ path: head.alias.path, lazy: screenOf(head, list) }] : []),
  { path: `${head.path}/create`, lazy: screenOf(head, create) },
  { path: `${head.path}/:id`, lazy: screenOf(head, show) },
  { path: `${head.path}/:id/edit`, lazy: screenOf(head, edit) },
]
