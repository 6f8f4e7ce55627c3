import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id } from '../kit/fields.ts'

/** How a person likes the list of one resource. */
export const ListPreferences = z.object({
  /** Shown columns in their order, or null for those of the declaration. */
  columns: z.array(z.string().max(60)).min(1).max(60).nullable(),
  density: z.enum(['compact', 'roomy']),
  /** The saved view with which the list opens. */
  default_view: Id.nullable(),
})
export type ListPreferences = z.infer<typeof ListPreferences>

/** A view of a list that somebody keeps by name. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  /** The search of the list's address, without the question mark. */
  search: z.string(),
  /** Whether everyone in its owner's organization may open it. */
  shared: z.boolean(),
  /** Whether it is the caller's own: only its owner may change it. */
  own: z.boolean(),
  owner_name: z.string(),
})
export type SavedView = z.infer<typeof SavedView>

export const NewView = z.object({
  name: z.string().trim().min(1).max(80),
  search: z.string().max(8_000),
  shared: z.boolean().default(false),
})

/** Lists are named as the console names them: `devices`, `activity-logs`. */
export const lists = {
  show: endpoint({
    method: 'GET',
    path: '/api/lists/{list}',
    summary: 'Show how the caller likes a list, and the saved views of it',
    access: 'signed-in',
    reply: z.object({ preferences: ListPreferences, views: z.array(SavedView) }),
  }),
  prefer: endpoint({
    method: 'PUT',
    path: '/api/lists/{list}',
    summary: 'Change how the caller likes a list',
    access: 'signed-in',
    body: ListPreferences.partial(),
    reply: ListPreferences,
  }),
  saveView: endpoint({
    method: 'POST',
    path: '/api/lists/{list}/views',
    summary: 'Save a view of a list',
    access: 'signed-in',
    body: NewView,
    status: 201,
    reply: SavedView,
  }),
  changeView: endpoint({
    method: 'PUT',
    path: '/api/lists/{list}/views/{id}',
    summary: 'Rename, share or replace a saved view',
    access: 'signed-in',
    body: z.object({ name: NewView.shape.name, search: NewView.shape.search, shared: z.boolean() }).partial(),
    reply: SavedView,
  }),
  removeView: endpoint({
    method: 'DELETE',
    path: '/api/lists/{list}/views/{id}',
    summary: 'Remove a saved view',
    access: 'signed-in',
  }),
}
