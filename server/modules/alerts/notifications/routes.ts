import type { FastifyInstance } from 'fastify'
import { notifications, placeholders } from '#contract/alerts/notifications.ts'
import type { UserCall } from '#server/kit/call.ts'
import { dayOf } from '#server/kit/period.ts'
import { resolveOptionalTarget, resolveSelf } from '#server/kit/person.ts'
import { notFound } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { upsertChannel } from '../push-notifications/queries.ts'
import { fillTemplate, notify, type TemplateValues } from './notify.ts'
import {
  acknowledgeNotification,
  acknowledgeThrough,
  countUnread,
  getPreferences,
  getSenderNames,
  listNotifications,
  listTemplates,
  savePreferences,
  unacknowledgeNotification,
  upsertTemplate,
} from './queries.ts'

/** Template values for the preview, with the caller as recipient. */
async function previewValues({ db, actor }: UserCall): Promise<TemplateValues> {
  const { name, organization, zone } = await getSenderNames(db, actor.id)
  return { name, sender: name, organization, date: dayOf(new Date(), zone) }
}

const withPreview = <Template extends { title: string; body: string }>(
  template: Template,
  values: TemplateValues,
) => ({
  ...template,
  preview: { title: fillTemplate(template.title, values), body: fillTemplate(template.body, values) },
})

const routes = serve(notifications)({
  registerDevice: async call => {
    const { id: person_id, organization_id } = await resolveSelf(call)
    const { endpoint: url, keys } = call.body.subscription
    const { sessionId: session_id } = call.actor
    const channel = await upsertChannel(call.db, {
      kind: 'push',
      url,
      keys,
      person_id,
      organization_id,
      session_id,
    })
    call.audit({ action: 'create', resourceType: 'notification_channels', resourceId: channel.id })
    return { id: channel.id, target: new URL(url).host, created_at: channel.created_at }
  },
  preferences: async call => getPreferences(call.db, (await resolveSelf(call)).id),
  setPreferences: async call => {
    const { id } = await resolveSelf(call)
    const before = await getPreferences(call.db, id)
    const after = { ...call.body, hidden: call.body.hidden ?? before.hidden }
    await savePreferences(call.db, id, after)
    call.audit({
      action: 'update',
      resourceType: 'notification_preferences',
      resourceId: id,
      details: { before, after },
    })
    return after
  },
  history: async call => listNotifications(call.db, (await resolveSelf(call)).id, call.query),
  test: async call => {
    const sent = await notify(call, await resolveSelf(call), {
      kind: 'test',
      render: t => ({ title: 'Voicedeck', body: t('test') }),
    })
    call.audit({ action: 'test', resourceType: 'notifications', resourceId: sent.id })
    return sent
  },
  acknowledge: async call => {
    const { id } = await resolveSelf(call)
    const seen = await acknowledgeNotification(call.db, id, call.params.id)
    if (!seen) throw notFound('This notification')
    call.audit({ action: 'acknowledge', resourceType: 'notifications', resourceId: seen.id })
    return seen
  },
  unread: async call => ({ unread: await countUnread(call.db, (await resolveSelf(call)).id) }),
  unacknowledge: async call => {
    const { id } = await resolveSelf(call)
    const unseen = await unacknowledgeNotification(call.db, id, call.params.id)
    if (!unseen) throw notFound('This notification')
    call.audit({ action: 'unacknowledge', resourceType: 'notifications', resourceId: unseen.id })
    return unseen
  },
  acknowledgeAll: async call => {
    const { id } = await resolveSelf(call)
    const acknowledged = await acknowledgeThrough(call.db, id, call.body.through)
    call.audit({
      action: 'acknowledge',
      resourceType: 'notifications',
      details: { through: call.body.through, acknowledged },
    })
    return { acknowledged }
  },
  templates: async call => {
    await resolveOptionalTarget(call)
    const values = await previewValues(call)
    const templates = await listTemplates(call.db, call.actor.organizationId)
    return {
      templates: templates.map(template => withPreview(template, values)),
      placeholders: [...placeholders],
    }
  },
  addTemplate: async call => {
    await resolveOptionalTarget(call)
    const template = await upsertTemplate(call.db, call.actor.organizationId, call.body)
    call.audit({
      action: 'update',
      resourceType: 'notification_templates',
      resourceId: template.id,
      details: { after: call.body },
    })
    return withPreview(template, await previewValues(call))
  },
})

/** Notifications; each is published to the consoles of its recipient. */
export default async (app: FastifyInstance, { services }: { services: Services }) => {
  services.changes.register('notifications', 'recipient')
  await app.register(routes, { services })
}
