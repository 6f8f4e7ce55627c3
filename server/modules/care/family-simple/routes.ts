import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import { familySimple, maxMediaBytes } from '#contract/care/family-simple.ts'
import { wellbeingOf } from '#contract/care/wellbeing.ts'
import type { UserCall } from '#server/kit/call.ts'
import { file, outsideTransaction } from '#server/kit/handlers.ts'
import {
  type AccessiblePerson,
  findAccessiblePerson,
  resolveOptionalTarget,
  resolveTargetPerson,
} from '#server/kit/person.ts'
import { invalidField, notFound } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { listDoses } from '../health-quick/health.ts'
import { getHelpStatus } from '../queries.ts'
import { reencodePicture } from './picture.ts'
import {
  findAccessibleMessageOwner,
  findAccessiblePicture,
  findMessage,
  getKnown,
  insertAcknowledgement,
  listElderlyInScope,
  listFeed,
} from './queries.ts'
import { sendMessage } from './send.ts'

const maxRecipients = 500
const maxFeedItems = 200

/** Recipients of a broadcast: the people given, or everyone assigned to the caller. */
async function broadcastRecipients(call: UserCall, named: readonly (string | number)[] | undefined) {
  if (!named) {
    if (call.grant.reach === 'all') throw invalidField('user_ids', 'Specify a recipient')
    return listElderlyInScope(call, maxRecipients)
  }
  const people = new Map<string, AccessiblePerson>()
  for (const key of named) {
    const person = await findAccessiblePerson(call, String(key), ['elderly_user'])
    people.set(person.id, person)
  }
  // A fixed order prevents deadlocks between concurrent broadcasts.
  return [...people.values()].sort((a, b) => a.id.localeCompare(b.id))
}

const { shareMedia, ...calls } = familySimple

const handlers = serve(calls)({
  status: async call => {
    const { id, user_id } = await resolveTargetPerson(call)
    const now = Date.now()
    const { name, openAlerts, ...known } = await getKnown(call, id)
    const missed = (await listDoses(call.db, id, 2)).findLast(({ state }) => state === 'missed')
    return {
      user_id,
      name,
      ...wellbeingOf({ ...known, missed_dose_at: missed?.due_at ?? null }, now),
      open_alerts: openAlerts,
      help: await getHelpStatus(call, id),
      last_checkin_at: known.checkin?.at ?? null,
      as_of: new Date(now).toISOString(),
    }
  },
  quickMessage: async call =>
    sendMessage(call, await resolveTargetPerson(call), { ...call.body, kind: 'message' }),
  requestCheckin: async call =>
    sendMessage(call, await resolveTargetPerson(call), {
      id: call.body.id,
      kind: 'checkin_request',
      text: call.body.text ?? 'How are you today?',
    }),
  feed: async call => {
    const { id, user_id } = await resolveTargetPerson(call)
    const { items } = await listFeed(call, id, {
      hours: call.query.hours,
      limit: maxFeedItems,
      kinds: ['message', 'diary', 'alert', 'task'],
    })
    return { user_id, items, as_of: new Date().toISOString() }
  },
  media: file(async call => {
    await resolveOptionalTarget(call)
    const picture = await findAccessiblePicture(call, call.params.id)
    if (!picture) throw notFound('This picture')
    async function* content() {
      yield (picture as { content: Buffer }).content
    }
    return { name: `${call.params.id}.jpg`, type: picture.type, content: content() }
  }),
  broadcast: async call => {
    await resolveOptionalTarget(call)
    const people = await broadcastRecipients(call, call.body.user_ids)
    const messages = []
    for (const person of people)
      messages.push(await sendMessage(call, person, { kind: 'broadcast', text: call.body.text }))
    return { messages, total: messages.length }
  },
  acknowledge: async call => {
    await resolveOptionalTarget(call)
    const person = await findAccessibleMessageOwner(call, call.params.id)
    if (!person) throw notFound('This message')
    await insertAcknowledgement(call.db, call.params.id, call.actor.id)
    call.audit({
      action: 'acknowledge',
      resourceType: 'family_messages',
      resourceId: call.params.id,
      organizationId: person.organization_id,
    })
    const message = await findMessage(call.db, { id: call.params.id })
    if (!message) throw notFound('This message')
    const { person_id: _, ...shown } = message
    return shown
  },
})

const uploads = serve({ shareMedia })({
  shareMedia: outsideTransaction(async (call, withTransaction) => {
    const person = await resolveTargetPerson(call)
    const picture = await reencodePicture(Buffer.from(await call.body.media.arrayBuffer()))
    return withTransaction(async db => {
      const media_id = uuid()
      await db
        .insertInto('family_media')
        .values({ id: media_id, organization_id: person.organization_id, person_id: person.id, ...picture })
        .execute()
      return sendMessage({ ...call, db }, person, {
        kind: 'media',
        text: call.body.caption ?? '',
        media_id,
      })
    })
  }),
})

/** Buffers the upload as a File, as the contract's schema expects. */
async function onFile(this: unknown, part: MultipartFile) {
  const file = new File([new Uint8Array(await part.toBuffer())], part.filename, { type: part.mimetype })
  Object.assign(part, { value: file })
}

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  await app.register(handlers, { services })
  // Encapsulated, because other sites can post forms without a CORS preflight: no other call accepts them.
  await app.register(async app => {
    await app.register(multipart, {
      attachFieldsToBody: 'keyValues',
      onFile,
      limits: { fileSize: maxMediaBytes, files: 1, fields: 2, fieldSize: 2_000 },
    })
    await uploads(app, { services })
  })
}
