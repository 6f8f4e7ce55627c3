import { lists, type SavedView } from '#contract/lists.ts'
import type { Db } from '#server/db/open.ts'
import type { Actor } from '#server/kit/call.ts'
import { notFound, Problem } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import {
  countOwnViews,
  deleteView,
  insertView,
  ownViewForChange,
  prefer,
  preferencesOf,
  updateView,
  viewOf,
  viewsOf,
} from './queries.ts'

/** Views of one list that a person may keep. */
const maxViews = 50
const resourceType = 'saved_views'

/** @throws Problem 404 when no list could be named so. */
function named({ list }: { list: string }): string {
  if (!/^[a-z][a-z-]{0,39}$/.test(list)) throw notFound('This list')
  return list
}

async function own(db: Db, actor: Actor, params: { list: string; id: string }) {
  const view = await ownViewForChange(db, actor, named(params), params.id)
  if (!view) throw notFound('This view')
  return view
}

async function shown(db: Db, actor: Actor, list: string, id: string): Promise<SavedView> {
  const view = await viewOf(db, actor, list, id)
  if (!view) throw new Error('whoever owns a view sees it')
  return view
}

export default serve(lists)({
  show: async ({ db, actor, params }) => {
    const [preferences, views] = await Promise.all([
      preferencesOf(db, actor, named(params)),
      viewsOf(db, actor, named(params)),
    ])
    return { preferences, views }
  },
  prefer: ({ db, actor, params, body }) => prefer(db, actor, named(params), body),
  saveView: async ({ db, actor, params, body, record }) => {
    const list = named(params)
    if ((await countOwnViews(db, actor, list)) >= maxViews) {
      throw new Problem(409, `You can save up to ${maxViews} views per list`, { kind: 'full' })
    }
    const id = await insertView(db, actor, list, body)
    record({ action: 'create', resourceType, resourceId: id, details: { after: { list, ...body } } })
    return shown(db, actor, list, id)
  },
  changeView: async ({ db, actor, params, body, record }) => {
    const { id, ...before } = await own(db, actor, params)
    await updateView(db, id, body)
    const names = Object.keys(body) as (keyof typeof before)[]
    const old = Object.fromEntries(names.map(name => [name, before[name]]))
    record({ action: 'update', resourceType, resourceId: id, details: { before: old, after: body } })
    return shown(db, actor, params.list, id)
  },
  removeView: async ({ db, actor, params, record }) => {
    const { id, ...before } = await own(db, actor, params)
    await deleteView(db, id)
    record({ action: 'delete', resourceType, resourceId: id, details: { before } })
  },
})
