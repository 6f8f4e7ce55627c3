import { notifications, placeholders } from '#contract/alerts/notifications.ts'
import type { SignedInCall } from '#server/kit/call.ts'
import { dayOf } from '#server/kit/period.ts'
import { notFound } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { oneself, whoseOrAll } from '#server/kit/whose.ts'
import { keepChannel } from '../push-notifications/queries.ts'
import { notify } from './notify.ts'
import {
  acknowledge,
  historyOf,
  keepPreferences,
  keepTemplate,
  namesOf,
  preferencesOf,
  templatesOf,
} from './queries.ts'
import { type Filling, filled } from './template.ts'

/** What a template says of the caller, who stands in for whom it will be sent to. */
async function ownFilling({ db, actor }: SignedInCall): Promise<Filling> {
  const { name, organization, zone } = await namesOf(db, actor.id)
  return { name, sender: name, organization, date: dayOf(new Date(), zone) }
}

const withPreview = <Template extends { title: string; body: string }>(
  template: Template,
  filling: Filling,
) => ({
  ...template,
  preview: { title: filled(template.title, filling), body: filled(template.body, filling) },
})

export default serve(notifications)({
  registerDevice: async call => {
    const { id: person_id, organization_id } = await oneself(call)
    const { endpoint: url, keys } = call.body.subscription
    const { sessionId: session_id } = call.actor
    const kept = await keepChannel(call.db, {
      kind: 'push',
      url,
      keys,
      person_id,
      organization_id,
      session_id,
    })
    call.record({ action: 'create', resourceType: 'notification_channels', resourceId: kept.id })
    return { id: kept.id, target: new URL(url).host, created_at: kept.created_at }
  },
  preferences: async call => preferencesOf(call.db, (await oneself(call)).id),
  setPreferences: async call => {
    const { id } = await oneself(call)
    const before = await preferencesOf(call.db, id)
    await keepPreferences(call.db, id, call.body)
    call.record({
      action: 'update',
      resourceType: 'notification_preferences',
      resourceId: id,
      details: { before, after: call.body },
    })
    return call.body
  },
  history: async call => historyOf(call.db, (await oneself(call)).id, call.query),
  test: async call => {
    const sent = await notify(call, await oneself(call), {
      kind: 'test',
      say: t => ({ title: 'Voicedeck', body: t('test') }),
    })
    call.record({ action: 'test', resourceType: 'notifications', resourceId: sent.id })
    return sent
  },
  acknowledge: async call => {
    const { id } = await oneself(call)
    const seen = await acknowledge(call.db, id, call.params.id)
    if (!seen) throw notFound('This notification')
    call.record({ action: 'acknowledge', resourceType: 'notifications', resourceId: seen.id })
    return seen
  },
  templates: async call => {
    await whoseOrAll(call)
    const filling = await ownFilling(call)
    const templates = await templatesOf(call.db, call.actor.organizationId)
    return {
      templates: templates.map(template => withPreview(template, filling)),
      placeholders: [...placeholders],
    }
  },
  addTemplate: async call => {
    await whoseOrAll(call)
    const kept = await keepTemplate(call.db, call.actor.organizationId, call.body)
    call.record({
      action: 'update',
      resourceType: 'notification_templates',
      resourceId: kept.id,
      details: { after: call.body },
    })
    return withPreview(kept, await ownFilling(call))
  },
})
