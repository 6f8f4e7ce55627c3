import { v7 as uuid } from 'uuid'
import { canBeTaken } from '#contract/care/dose-state.ts'
import { elderlyDashboard } from '#contract/care/elderly-dashboard.ts'
import { outsideTransaction } from '#server/kit/handlers.ts'
import { dayOf, wallClockAt } from '#server/kit/period.ts'
import { resolveOptionalTarget, resolveTargetPerson } from '#server/kit/person.ts'
import { invalidField } from '#server/kit/problem.ts'
import { serve } from '#server/kit/serve.ts'
import { notify } from '#server/modules/alerts/index.ts'
import { receiveVoiceTurn, replyToVoiceTurn } from '#server/modules/conversations/index.ts'
import { listFeed } from '../family-simple/queries.ts'
import { listDoses } from '../health-quick/health.ts'
import { computeAdherence } from '../health-quick/summary.ts'
import { act } from './commands/act.ts'
import { intentOf } from './commands/intent.ts'
import { buildDisplay } from './display.ts'
import { getCarePlan, saveCarePlan } from './plan.ts'
import { findAssignee, getStartScreenState } from './queries.ts'
import { changeTask, countTasks, findTask, insertTask, listTasks } from './tasks.ts'

/** Feed items with and without `simplified`. */
const simplifiedLimit = 5
const fullLimit = 200

export default serve(elderlyDashboard)({
  overview: async call => {
    const { id, user_id } = await resolveTargetPerson(call)
    const { button_size, voice_enabled, high_contrast } = call.query
    const standing = await getStartScreenState(call.db, id)
    const now = new Date()
    const { preferences, zone, unread, last_checkin } = standing
    const today = dayOf(now, zone)
    // A dose of the late evening can still be taken after midnight.
    const doses = (await listDoses(call.db, id, 2)).filter(
      dose => dose.day === today || canBeTaken(dose, now.getTime()),
    )
    const checkedIn = last_checkin !== null && dayOf(new Date(last_checkin), zone) === today
    return {
      user_id,
      name: standing.name,
      ...buildDisplay(
        {
          button_size: button_size ?? (preferences.large_text ? 'large' : 'normal'),
          voice_enabled: voice_enabled ?? preferences.voice ?? true,
          high_contrast: high_contrast ?? preferences.high_contrast ?? false,
        },
        {
          due: doses.some(dose => canBeTaken(dose, now.getTime())),
          unread: unread > 0,
          checkedIn,
        },
      ),
      local_time: new Date(wallClockAt(now.getTime(), zone)).toISOString().slice(11, 16),
      checked_in_today: checkedIn,
      unread_messages: unread,
      open_tasks: standing.open_tasks,
      help_is_coming: standing.help_is_coming,
      next_dose: doses.find(dose => canBeTaken(dose, now.getTime()) || dose.state === 'upcoming') ?? null,
      as_of: now.toISOString(),
    }
  },

  voiceCommand: outsideTransaction(async (call, withTransaction) => {
    const person = await resolveTargetPerson(call)
    const { text, language } = call.body
    const received = await receiveVoiceTurn(call, withTransaction, person, { text, language })
    const intent = intentOf(text, language)
    const done = await withTransaction(db =>
      act({ ...call, db }, person, { intent, language, turn: received.message.id }),
    )
    const reply = await replyToVoiceTurn(call, withTransaction, received, done.words)
    return {
      intent,
      reply: call.grant.text ? reply : null,
      session_id: received.session.id,
      made: done.made,
    }
  }),

  familyFeed: async call => {
    const { id, user_id } = await resolveTargetPerson(call)
    const { hours, simplified } = call.query
    const { items, total } = await listFeed(call, id, {
      hours,
      limit: simplified ? simplifiedLimit : fullLimit,
      kinds: ['message', 'task'],
    })
    return { user_id, items, more: total - items.length, as_of: new Date().toISOString() }
  },

  assignTask: async call => {
    const person = await resolveTargetPerson(call)
    const { assignee_id, ...text } = call.body
    const assignee = assignee_id ? await findAssignee(call.db, person.id, assignee_id) : undefined
    if (assignee_id && !assignee) throw invalidField('assignee_id', 'Not assigned to this person')
    const id = uuid()
    await insertTask(call.db, {
      ...text,
      id,
      organization_id: person.organization_id,
      person_id: person.id,
      assignee_id: assignee?.id ?? null,
      created_by: call.actor.id,
    })
    if (assignee && assignee.id !== call.actor.id)
      await notify(call, assignee, {
        kind: 'task',
        render: t => ({ title: t('task', { author: call.actor.name }), body: text.title }),
      })
    call.audit({
      action: 'create',
      resourceType: 'care_tasks',
      resourceId: id,
      organizationId: person.organization_id,
      details: { user_id: person.user_id, title: text.title },
    })
    const { person_id: _, ...task } = await findTask(call, id)
    return task
  },

  tasks: async call => {
    const { id } = await resolveTargetPerson(call)
    const tasks = await listTasks(call.db, id, call.query.status_filter)
    return { tasks, total: tasks.length }
  },

  changeTask: async call => {
    await resolveOptionalTarget(call)
    const task = await changeTask(call, call.params.id, call.body)
    call.audit({
      action: 'update',
      resourceType: 'care_tasks',
      resourceId: task.id,
      details: { after: call.body },
    })
    return task
  },

  carePlan: async call => {
    const person = await resolveTargetPerson(call)
    await saveCarePlan(call.db, person, call.body, { by: call.actor.id, expected: call.ifMatch })
    const written = await getCarePlan(call.db, person.id)
    call.audit({
      action: 'update',
      resourceType: 'care_plans',
      resourceId: person.id,
      organizationId: person.organization_id,
      details: { user_id: person.user_id, version: written.version },
    })
    return { user_id: person.user_id, ...written }
  },

  carePlanStatus: async call => {
    const { id, user_id } = await resolveTargetPerson(call)
    const { plan, version } = await getCarePlan(call.db, id)
    const { zone } = await getStartScreenState(call.db, id)
    const goals = plan?.goals ?? []
    const sum = goals.reduce((total, { progress }) => total + progress, 0)
    return {
      user_id,
      plan,
      version,
      progress: goals.length > 0 ? Math.round(sum / goals.length) : null,
      review_is_due: plan?.review_on ? plan.review_on <= dayOf(new Date(), zone) : false,
      tasks: await countTasks(call.db, id),
      adherence: computeAdherence(await listDoses(call.db, id, 30)),
      as_of: new Date().toISOString(),
    }
  },
})
