import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { reportDeliveries, reports } from '#contract/platform/reports.ts'
import { planDueReports } from '#server/modules/platform/reports/plan.ts'
import { type Api, test } from '#tests/fixtures/api.ts'
import { lettersTo } from '#tests/fixtures/letters.ts'
import {
  csvOf,
  devicesSource,
  figuresSource,
  makeDue,
  newReport,
  reportBody,
  reportTo,
  settled,
  verifyEmail,
} from '#tests/fixtures/reports.ts'
import { eventually, newDevice } from '#tests/fixtures/webhooks.ts'

const runsOf = (api: Api, report: string) =>
  api.db.selectFrom('report_runs').selectAll().where('report_id', '=', report).execute()

const letters = (api: Api, email: string) => api.letters.filter(({ to }) => to === email)

describe('a list', () => {
  test('is sent to each recipient as a file, with what they may see', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const carer = await api.signedIn('caregiver', { organizationId: owner.organizationId })
    const stranger = await api.signedIn('organization_admin')
    await newDevice(owner, 'Alba')
    await newDevice(stranger, 'Not ours')
    const [ownerMail, carerMail] = [await verifyEmail(api, owner), await verifyEmail(api, carer)]
    const { id } = await newReport(owner, [owner, carer])
    await makeDue(api, id)
    const done = await settled(owner, id, 2)
    expect(done.map(({ status, reason }) => [status, reason])).toEqual([
      ['sent', null],
      ['sent', null],
    ])
    const letter = await reportTo(api, ownerMail)
    expect(csvOf(letter)).toMatch(/^\uFEFFName,Serial.*\r\nAlba,W-\d+\r\n$/)
    expect(letter.attachments?.[0]?.filename).toBe('Devices of the week.csv')
    // No device is assigned to the carer’s people.
    expect(csvOf(await reportTo(api, carerMail))).toMatch(/^\uFEFFName,Serial[^\n]*\r\n$/)
  })

  test('escapes formulas, and a name with line breaks stays one line of the subject', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await newDevice(owner, '=HYPERLINK("https://bad.example")')
    const email = await verifyEmail(api, owner)
    const { id } = await newReport(owner, [owner], { name: 'Hubs\r\nBcc: all@example.org' })
    await makeDue(api, id)
    const letter = await reportTo(api, email)
    expect(csvOf(letter)).toContain("'=HYPERLINK")
    expect(letter.subject).toContain('Hubs Bcc: all@example.org')
    expect(letter.subject).not.toMatch(/[\r\n]/)
    expect(letter.attachments?.[0]?.filename).toBe('Hubs Bcc all@example.org.csv')
  })

  test('is sent in the language and direction of its reader', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await api.db.updateTable('people').set({ locale: 'ar' }).where('id', '=', owner.id).execute()
    const email = await verifyEmail(api, owner)
    const { id } = await newReport(owner, [owner], { name: '<b>تقرير</b>' })
    await makeDue(api, id)
    const { html = '', text } = await reportTo(api, email)
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('&lt;b&gt;تقرير&lt;/b&gt;')
    expect(text).toContain('إلغاء الاشتراك')
  })

  test('is a link where the e-mail address is not verified', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const { id } = await newReport(owner, [owner])
    await makeDue(api, id)
    expect(await settled(owner, id, 1)).toMatchObject([{ status: 'sent', reason: 'unverified', bytes: null }])
    const [letter] = api.letters.filter(
      ({ text }) => text.includes('verify your address') && text.includes('/devices'),
    )
    expect(letter?.attachments).toBeUndefined()
  })

  test('that is too large for an e-mail is a link', { tags: ['thorough'] }, async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await sql`insert into devices (id, name, kind, serial, organization_id)
      select gen_random_uuid(), repeat('x', 400) || n, 'hub', 'L-' || n, ${owner.organizationId}
      from generate_series(1, 20000) n`.execute(api.db)
    const email = await verifyEmail(api, owner)
    const { id } = await newReport(owner, [owner])
    await makeDue(api, id)
    const letter = await reportTo(api, email)
    expect(letter.attachments).toBeUndefined()
    expect(letter.text).toContain('/devices')
    expect(await settled(owner, id, 1)).toMatchObject([{ status: 'sent', reason: 'too_large', rows: null }])
  })
})

describe('figures', () => {
  test('are in the e-mail and attached, each with the period before', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const email = await verifyEmail(api, owner)
    const { id } = await newReport(owner, [owner], { source: figuresSource('usage'), name: 'Usage' })
    await makeDue(api, id)
    const letter = await reportTo(api, email)
    expect(letter.text).toMatch(/^Total activities: [1-9]\d* \(period before: 0; change: –\)$/m)
    expect(letter.html).toContain(
      '<td style="padding:6px 8px;font-size:14px;border-bottom:1px solid #d9d9d9;text-align:start">Active users</td>',
    )
    expect(csvOf(letter)).toMatch(/Total activities,[1-9]\d*,0,\r\n/)
  })

  test('of revenue are refused to whoever may not see them', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const body = reportBody([owner], { source: figuresSource('revenue') })
    const { status, problem } = await owner.call(reports.create, { body })
    expect([status, problem.detail]).toEqual([422, 'You can’t send what you may not see'])
  })
})

describe('a due time', () => {
  test('is sent once, however many instances look, and late ones once', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const email = await verifyEmail(api, owner)
    const { id } = await newReport(owner, [owner])
    // The server was down for a week.
    const due = new Date(Date.now() - 7 * 86_400_000).toISOString()
    await api.db.updateTable('reports').set({ next_at: due }).where('id', '=', id).execute()
    await Promise.all(Array.from({ length: 5 }, () => planDueReports(api.services)))
    await settled(owner, id, 1)
    await planDueReports(api.services)
    expect(await runsOf(api, id)).toHaveLength(1)
    expect(letters(api, email)).toHaveLength(1)
    expect(letters(api, email)[0]?.text).toContain('This report is late')
    const { reply } = await owner.call(reports.show, { params: { id } })
    expect(Date.parse(reply.next_at as string)).toBeGreaterThan(Date.now())
    expect(reply.last_at).toBe(due)
  })

  test('of many reports at once leaves none out', { tags: ['thorough'] }, async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const made: string[] = []
    for (let n = 0; n < 25; n += 1) made.push((await newReport(owner, [owner])).id)
    const due = new Date(Date.now() - 60_000).toISOString()
    await api.db.updateTable('reports').set({ next_at: due }).where('id', 'in', made).execute()
    await Promise.all(
      [1, 2, 3].map(async () => {
        while (await planDueReports(api.services));
      }),
    )
    await eventually(async () => {
      const runs = await api.db
        .selectFrom('report_runs')
        .select('report_id')
        .where('report_id', 'in', made)
        .execute()
      expect(runs.map(({ report_id }) => report_id).sort()).toEqual([...made].sort())
    })
    for (const id of made) await settled(owner, id, 1)
  })
})

describe('an outage of the mail server', () => {
  test('delays a report, and the second attempt keeps its id', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const email = await verifyEmail(api, owner)
    const { deliver } = api.services.mail
    const ids: string[] = []
    let isDown = true
    Object.assign(api.services.mail, {
      deliver: async (message: Parameters<typeof deliver>[0]) => {
        if (message.to === email) ids.push(message.id)
        if (message.to === email && isDown) throw new Error('Connection refused')
        await deliver(message)
      },
    })
    try {
      const { id } = await newReport(owner, [owner])
      await makeDue(api, id)
      await eventually(async () => {
        const { reply } = await owner.call(reportDeliveries.list, { query: { report_id: id } })
        expect(reply.deliveries).toMatchObject([
          { status: 'queued', attempts: 1, error: 'Connection refused' },
        ])
      })
      isDown = false
      expect(await settled(owner, id, 1)).toMatchObject([{ status: 'sent', error: null }])
      expect(new Set(ids).size).toBe(1)
      expect(letters(api, email)).toHaveLength(1)
    } finally {
      Object.assign(api.services.mail, { deliver })
    }
  })

  test('that lasts more than a day fails the report, and its owner is told', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const email = await verifyEmail(api, owner)
    const { deliver } = api.services.mail
    Object.assign(api.services.mail, {
      deliver: async (message: Parameters<typeof deliver>[0]) => {
        if (message.to === email && message.unsubscribeUrl) throw new Error('Connection refused')
        await deliver(message)
      },
    })
    try {
      const { id } = await newReport(owner, [owner])
      await makeDue(api, id)
      const created_at = new Date(Date.now() - 25 * 3_600_000).toISOString()
      await api.db
        .updateTable('report_deliveries')
        .set({ created_at })
        .where('person_id', '=', owner.id)
        .execute()
      expect(await settled(owner, id, 1)).toMatchObject([
        { status: 'failed', reason: 'undeliverable', error: 'Connection refused' },
      ])
      expect((await reportTo(api, email)).text).toContain('It couldn’t be delivered within a day')
    } finally {
      Object.assign(api.services.mail, { deliver })
    }
  })
})

describe('a test', () => {
  test('goes only to whoever asks for it', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const colleague = await api.signedIn('organization_admin', { organizationId: owner.organizationId })
    const [ownerMail, colleagueMail] = [await verifyEmail(api, owner), await verifyEmail(api, colleague)]
    const { id } = await newReport(owner, [colleague])
    expect((await owner.call(reports.test, { params: { id } })).status).toBe(202)
    expect((await reportTo(api, ownerMail)).text).toContain('This is a test')
    expect(letters(api, colleagueMail)).toHaveLength(0)
  })
})

describe('a query that the list no longer supports', () => {
  test('fails the report, and its owner is told once', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const email = await verifyEmail(api, owner)
    const { id } = await newReport(owner, [owner])
    const source = JSON.stringify({ ...devicesSource, query: 'colour=red' })
    await api.db.updateTable('reports').set({ source }).where('id', '=', id).execute()
    for (const run of [1, 2]) {
      await makeDue(api, id, 10 - run)
      expect((await settled(owner, id, run))[0]).toMatchObject({ status: 'failed', reason: 'invalid' })
    }
    const told = await lettersTo(api, email)
    expect(told.map(({ subject }) => subject)).toEqual([
      'Your report “Devices of the week” did not reach everyone',
    ])
  })

  test('is refused when the report is made', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const query = async (query: string) =>
      (
        await owner.call(reports.create, {
          body: reportBody([owner], { source: { ...devicesSource, query } }),
        })
      ).status
    expect(await query('colour=red')).toBe(422)
    expect(await query('_format=json&_end=100000&status=online')).toBe(201)
  })
})
