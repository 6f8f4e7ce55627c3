import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id } from '../kit/fields.ts'

/** Bounds of a column's width in pixels. */
export const columnWidths = { min: 60, max: 1_200 } as const

/** A person's display preferences for one list. */
export const ListPreferences = z.object({
  /** Visible columns in order, or null for the default. */
  columns: z.array(z.string().max(60)).min(1).max(60).nullable(),
  density: z.enum(['compact', 'roomy']),
  /** Widths in pixels by column; empty if the columns share the available width. */
  widths: z.record(z.string().max(60), z.int().min(columnWidths.min).max(columnWidths.max)),
  /** Columns that stay in view while the others scroll. */
  pinned: z.array(z.string().max(60)).max(10),
  /** The saved view that opens by default. */
  default_view: Id.nullable(),
})
export type ListPreferences = z.infer<typeof ListPreferences>

/** A named, saved view of a list. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  /** Query string of the list, without the question mark. */
  search: z.string(),
  /** Whether it is visible to everyone in the owner's organization. */
  shared: z.boolean(),
  /** Whether the caller owns it; only the owner may change it. */
  own: z.boolean(),
  owner_name: z.string(),
})
export type SavedView = z.infer<typeof SavedView>

export const NewView = z.object({
  name: z.string().trim().min(1).max(80),
  search: z.string().max(8_000),
  shared: z.boolean().default(false),
})

/** `list` is the name of the list in the console: `devices`, `activity-logs`. */
export const lists = {
  show: endpoint({
    method: 'GET',
    path: '/api/lists/{list}',
    summary: 'Get your preferences and the saved views of a list',
    access: 'signed-in',
    reply: z.object({ preferences: ListPreferences, views: z.array(SavedView) }),
  }),
  prefer: endpoint({
    method: 'PUT',
    path: '/api/lists/{list}',
    summary: 'Update your preferences for a list',
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
    summary: 'Update a saved view',
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
