import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { describe, expect, vi } from 'vitest'
import { usageMetrics } from '#contract/analytics/index.ts'
import type { MailMessage } from '#server/adapters/mail.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { figuresSource, makeDue, newReport, reportTo, settled, verifyEmail } from '#tests/fixtures/reports.ts'
import { newDevice } from '#tests/fixtures/webhooks.ts'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The pictures of an e-mail, each of which its HTML shows, by figure. */
function picturesIn({ html, attachments = [] }: MailMessage): string[] {
  const shown = [...(html ?? '').matchAll(/<img src="cid:([^"]+)" alt="([^"]+)"/g)]
  const pictures = attachments.filter(({ cid }) => cid)
  expect(pictures.map(({ cid }) => cid)).toEqual(shown.map(([, cid]) => cid))
  for (const { content, contentType } of pictures) {
    expect(contentType).toBe('image/png')
    expect(content.subarray(0, 8)).toEqual(pngSignature)
    expect(content.length).toBeLessThan(60_000)
  }
  return pictures.map(({ filename }) => filename)
}

/** The e-mail of a report of a screen to one person. */
async function mailed(api: Api, reader: Caller, name: string, part: object = {}): Promise<MailMessage> {
  const email = await verifyEmail(api, reader)
  const { id } = await newReport(reader, [reader], {
    source: { ...figuresSource(name), range: '30d' },
    ...part,
  })
  await makeDue(api, id)
  return reportTo(api, email)
}

/** Devices of some people of an organization have reported just now. */
async function reportedToday({ db }: Api, { organizationId }: Caller, people: number) {
  for (let nth = 0; nth < people; nth += 1)
    await sql`insert into device_events (organization_id, id, device_id, person_id, type, ts)
      values (${organizationId}, ${uuid()}, ${uuid()}, ${uuid()}, 'heartbeat', now())`.execute(db)
}

describe('the charts of a report', () => {
  test.for([
    ['usage', ['active_users.png']],
    ['conversations', ['total_conversations.png']],
    ['revenue', ['mrr.png', 'new_subscriptions.png', 'net_growth.png']],
    ['safety', ['incidents.png']],
    ['operations', []],
  ] as const)('of %s are pictures in the e-mail, after the file', async ([name, pictures], { api }) => {
    const admin = await api.signedIn('admin')
    const letter = await mailed(api, admin, name, { name: `Figures of ${name}` })
    expect(letter.attachments?.[0]?.filename).toBe(`Figures of ${name}.csv`)
    const all = picturesIn(letter)
    // Figures of means have no chart while there is nothing to average.
    expect(all.filter(file => !/average/.test(file))).toEqual(pictures)
  })

  test('show each recipient only what they may see', async ({ api }) => {
    const [owner, neighbour] = [
      await api.signedIn('organization_admin'),
      await api.signedIn('organization_admin'),
    ]
    await reportedToday(api, owner, 2)
    await reportedToday(api, neighbour, 5)
    const letter = await mailed(api, owner, 'usage')
    expect(letter.text.replace(/[\u2068\u2069]/g, '')).toContain('lowest 0, highest 2, most recently 2')
    const { reply } = await owner.call(usageMetrics.dailyActiveUsers, { query: { days: 30 } })
    expect(Math.max(...reply.daily_active_users.map(({ count }) => count))).toBe(2)
  })

  test.for([
    ['de', 'Aktive Benutzer je Tag', 'Graue Linie: der Zeitraum davor', 'ltr'],
    ['ar', 'حسب اليوم', 'الخط الرمادي: الفترة السابقة', 'rtl'],
  ] as const)(
    'are described in the language of the reader: %s',
    async ([language, sentence, legend, direction], { api }) => {
      const owner = await api.signedIn('organization_admin')
      const letter = await mailed(api, owner, 'usage', { language })
      expect(letter.html).toContain(`dir="${direction}"`)
      expect(letter.text).toContain(sentence)
      expect(letter.html).toContain(sentence)
      expect(letter.html).toContain(legend)
      expect(picturesIn(letter)).toEqual(['active_users.png'])
    },
  )

  test('that cannot be drawn are described, and the e-mail is sent', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    const drawing = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValue(new Error('no memory'))
    try {
      const letter = await mailed(api, owner, 'usage')
      expect(picturesIn(letter)).toEqual([])
      expect(letter.html).toContain('The chart could not be drawn.')
      expect(letter.html).toContain('Active users by day')
      expect(letter.attachments).toHaveLength(1)
    } finally {
      drawing.mockRestore()
    }
  })

  test('are not in the e-mail of a list, of one day, or to an unverified address', async ({ api }) => {
    const owner = await api.signedIn('organization_admin')
    await newDevice(owner, 'Alba')
    const email = await verifyEmail(api, owner)
    const day = { ...figuresSource('usage'), range: '24h' as const }
    const [list, hours] = [await newReport(owner, [owner]), await newReport(owner, [owner], { source: day })]
    for (const { id } of [list, hours]) {
      await makeDue(api, id)
      await settled(owner, id, 1)
    }
    await api.db.updateTable('people').set({ email_verified_at: null }).where('id', '=', owner.id).execute()
    const withheld = await newReport(owner, [owner], { source: figuresSource('usage') })
    await makeDue(api, withheld.id)
    await reportTo(api, email, 3)
    for (const letter of api.letters.filter(({ to }) => to === email)) expect(picturesIn(letter)).toEqual([])
  })
})
