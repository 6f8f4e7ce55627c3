import { lists, type SavedView } from '#contract/platform/lists.ts'
import type { Db } from '#server/db/open.ts'
import type { Actor } from '#server/kit/call.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import {
  countOwnViews,
  deleteView,
  findView,
  getPreferences,
  insertView,
  listViews,
  lockOwnView,
  prefer,
  updateView,
} from './queries.ts'

/** Maximum number of saved views per person and list. */
const maxViews = 50
const resourceType = 'saved_views'

/** @throws Problem 404 if it is not a valid list name. */
function named({ list }: { list: string }): string {
  if (!/^[a-z][a-z-]{0,39}$/.test(list)) throw notFound('This list')
  return list
}

async function own(db: Db, actor: Actor, params: { list: string; id: string }) {
  const view = await lockOwnView(db, actor, named(params), params.id)
  if (!view) throw notFound('This view')
  return view
}

async function shown(db: Db, actor: Actor, list: string, id: string): Promise<SavedView> {
  const view = await findView(db, actor, list, id)
  if (!view) throw new Error('The view is not visible to its owner')
  return view
}

export default serve(lists)({
  show: async ({ db, actor, params }) => {
    const [preferences, views] = await Promise.all([
      getPreferences(db, actor, named(params)),
      listViews(db, actor, named(params)),
    ])
    return { preferences, views }
  },
  prefer: ({ db, actor, params, body }) => prefer(db, actor, named(params), body),
  saveView: async ({ db, actor, params, body, audit }) => {
    const list = named(params)
    if ((await countOwnViews(db, actor, list)) >= maxViews) {
      throw new Problem(409, `You can save up to ${maxViews} views per list`, { kind: 'full' })
    }
    const id = await insertView(db, actor, list, body)
    audit({ action: 'create', resourceType, resourceId: id, details: { after: { list, ...body } } })
    return shown(db, actor, list, id)
  },
  changeView: async ({ db, actor, params, body, audit }) => {
    const { id, ...before } = await own(db, actor, params)
    await updateView(db, id, body)
    const names = Object.keys(body) as (keyof typeof before)[]
    const old = Object.fromEntries(names.map(name => [name, before[name]]))
    audit({ action: 'update', resourceType, resourceId: id, details: { before: old, after: body } })
    return shown(db, actor, params.list, id)
  },
  removeView: async ({ db, actor, params, audit }) => {
    const { id, ...before } = await own(db, actor, params)
    await deleteView(db, id)
    audit({ action: 'delete', resourceType, resourceId: id, details: { before } })
  },
})
