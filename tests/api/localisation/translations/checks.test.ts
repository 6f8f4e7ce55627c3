import { describe, expect } from 'vitest'
import { glossaryTerms } from '#contract/localisation/glossary-terms.ts'
import { textCheckCalls } from '#contract/localisation/text-checks.ts'
import { translations } from '#contract/localisation/translations.ts'
import { type Caller, test } from '#tests/fixtures/api.ts'

const { settings, configure, counts, related, dismiss, restore } = textCheckCalls
const { show, save, submit, approve, review, list } = translations
const expired = 'This verification link is invalid or has expired'
const id = 'es:auth:verify.expired'
const params = { id }

/** Saves a draft and returns the text. */
async function draft(by: Caller, id: string, text: string) {
  const { version } = (await by.call(show, { params: { id } })).reply
  const saved = await by.call(save, { params: { id }, body: { version, forms: { text } } })
  expect(saved.status).toBe(200)
  return saved.reply
}
const openChecks = (text: { findings: { check: string; is_dismissed: boolean }[] }) =>
  text.findings.filter(({ is_dismissed }) => !is_dismissed).map(({ check }) => check)

describe('levels of checks', () => {
  test('are set by reviewers for all languages or one, and audited', async ({ api }) => {
    const [kim, lee] = [await api.signedIn('translator'), await api.signedIn('admin')]
    const before = (await kim.call(settings)).reply
    expect(before.all).toEqual({})
    expect(before.checks.find(({ check }) => check === 'end_stop')).toEqual({
      check: 'end_stop',
      group: 'punctuation',
      default_level: 'warning',
      is_required: false,
      is_comparing: true,
    })
    const check = { params: { check: 'end_stop' } }
    expect((await kim.call(configure, { ...check, body: { language: null, level: 'off' } })).status).toBe(403)

    expect(openChecks(await draft(kim, id, 'Este enlace caducó.'))).toContain('end_stop')
    await lee.call(configure, { ...check, body: { language: null, level: 'off' } })
    expect(openChecks((await kim.call(show, { params })).reply)).not.toContain('end_stop')
    const { reply } = await lee.call(configure, { ...check, body: { language: 'es', level: 'error' } })
    expect(reply).toMatchObject({ all: { end_stop: 'off' }, languages: { es: { end_stop: 'error' } } })
    const text = (await kim.call(show, { params })).reply
    expect(text.findings.find(({ check }) => check === 'end_stop')).toMatchObject({
      level: 'error',
      start: 18,
      end: 19,
      subject: '.',
      detail: 'Only one of the two texts ends with “.”.',
    })
    // A level that blocks keeps a draft out of the review.
    const sent = await kim.call(submit, { params, body: { version: text.version } })
    expect([sent.status, sent.problem.type]).toEqual([422, '/problems/faulty-text'])

    await lee.call(configure, { ...check, body: { language: 'es', level: null } })
    await lee.call(configure, { ...check, body: { language: null, level: null } })
    expect((await kim.call(settings)).reply.all).toEqual({})
    const logs = await api.db
      .selectFrom('activity_logs')
      .where('resource_type', '=', 'text-checks')
      .where('resource_id', '=', 'end_stop')
      .select('details')
      .execute()
    expect(logs).toHaveLength(4)
    expect(JSON.stringify(logs[1]?.details)).toContain('"language":"es"')
  })

  test('of what protects readers cannot be changed, and strangers see nothing', async ({ api }) => {
    const lee = await api.signedIn('super_admin')
    const body = { language: null, level: 'off' } as const
    for (const check of ['placeholder_missing', 'markup', 'bidi'])
      expect((await lee.call(configure, { params: { check }, body })).status).toBe(409)
    expect((await lee.call(configure, { params: { check: 'nothing' }, body })).status).toBe(404)
    for (const role of ['organization_admin', 'operator', 'analyst', 'family_member'] as const) {
      const stranger = await api.signedIn(role)
      expect((await stranger.call(settings)).status).toBe(403)
      expect((await stranger.call(counts)).status).toBe(403)
      expect((await stranger.call(configure, { params: { check: 'numbers' }, body })).status).toBe(403)
      const dismissed = { params: { id, check: 'numbers' }, body: { forms: { text: 'x' }, reason: 'x' } }
      expect((await stranger.call(dismiss, dismissed)).status).toBe(403)
    }
  })

  test('that two reviewers change at once are both kept', async ({ api }) => {
    const lee = await api.signedIn('admin')
    const change = (check: string) =>
      lee.call(configure, { params: { check }, body: { language: 'de', level: 'off' } })
    await Promise.all(['numbers', 'urls', 'emails', 'names'].map(change))
    expect((await lee.call(settings)).reply.languages.de).toEqual({
      numbers: 'off',
      urls: 'off',
      emails: 'off',
      names: 'off',
    })
  })
})

describe('a finding', () => {
  test('is dismissed with a reason until the translation changes, and reported again on request', async ({
    api,
  }) => {
    const kim = await api.signedIn('translator', { name: 'Kim' })
    const id = 'es:auth:reset.expired'
    const text = 'Este enlace caducó.'
    expect(openChecks(await draft(kim, id, text))).toContain('end_stop')
    const params = { id, check: 'end_stop' }
    const body = { forms: { text }, reason: 'A sentence here' }
    const { status, reply } = await kim.call(dismiss, { params, body })
    expect(status).toBe(200)
    expect(openChecks(reply)).not.toContain('end_stop')
    expect(reply.dismissals).toMatchObject([
      { check: 'end_stop', reason: 'A sentence here', author: { id: kim.id, name: 'Kim' } },
    ])
    expect(openChecks(await draft(kim, id, 'Este enlace ya caducó.'))).toContain('end_stop')
    expect(openChecks(await draft(kim, id, text))).not.toContain('end_stop')
    expect(openChecks((await kim.call(restore, { params })).reply)).toContain('end_stop')
    expect((await kim.call(restore, { params })).status).toBe(404)
    expect((await kim.call(dismiss, { params, body: { ...body, reason: ' ' } })).status).toBe(422)
    const nothing = { params: { id, check: 'numbers' }, body }
    expect((await kim.call(dismiss, nothing)).status).toBe(409)
  })

  test('is reported again when the English text changes', async ({ api }) => {
    const [kim, ada] = [await api.signedIn('translator'), await api.signedIn('super_admin')]
    const id = 'es:usage:lead'
    const text = 'Personas activas.'
    await draft(kim, id, text)
    const body = { forms: { text }, reason: 'Right here' }
    const dismissed = await kim.call(dismiss, { params: { id, check: 'end_stop' }, body })
    expect(openChecks(dismissed.reply)).not.toContain('end_stop')
    const english = await draft(ada, 'en:usage:lead', 'Active people and devices')
    const params = { id: 'en:usage:lead' }
    const sent = await ada.call(submit, { params, body: { version: english.version } })
    await ada.call(approve, { params, body: { version: sent.reply.version } })
    const { reply } = await kim.call(show, { params: { id } })
    expect(openChecks(reply)).toContain('end_stop')
    expect(reply.dismissals).toEqual([])
  })

  test('that blocks is dismissed by reviewers only, and one that protects readers by nobody', async ({
    api,
  }) => {
    const [kim, lee] = [await api.signedIn('translator'), await api.signedIn('admin')]
    const id = 'fr:auth:verify.expired'
    await draft(kim, id, ' Lien expiré')
    const body = { forms: { text: ' Lien expiré' }, reason: 'Set apart' }
    const spaced = { params: { id, check: 'space_start' }, body }
    expect((await kim.call(dismiss, spaced)).status).toBe(403)
    expect(openChecks((await lee.call(dismiss, spaced)).reply)).not.toContain('space_start')
    const forms = { text: 'Lien\u202E expiré' }
    const hidden = { params: { id, check: 'bidi' }, body: { ...body, forms } }
    expect((await lee.call(dismiss, hidden)).status).toBe(409)
  })

  test('about the glossary and other texts is found on the server too', async ({ api }) => {
    const [kim, lee] = [await api.signedIn('translator'), await api.signedIn('admin')]
    const term = { term: 'link', language: 'es', allowed: 'vínculo', forbidden: 'enlace' } as const
    await lee.call(glossaryTerms.create, { body: term })
    const { findings } = await draft(kim, 'es:auth:verify.expired', 'Este enlace caducó')
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['term_missing', 'term_forbidden', 'inconsistent']),
    )
    expect(findings.find(({ check }) => check === 'term_forbidden')).toMatchObject({
      start: 5,
      end: 11,
      term: 'link',
      detail: 'Glossary: don’t translate “link” as “enlace”.',
    })
    const { reply } = await kim.call(related, {
      params: { id: 'es:auth:verify.expired' },
      query: { text: 'Cancelar' },
    })
    expect(reply.same_source.map(({ id }) => id)).toEqual(['es:refusals:access.deadVerificationLink'])
    expect(reply.same_translation.map(({ id }) => id)).toContain('es:common:cancel')
    expect((await kim.call(show, { params: { id: 'en:auth:verify.expired' } })).reply.source.text).toBe(
      expired,
    )
  })
})

describe('texts with findings', () => {
  test('are counted and filtered by check', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const de = { query: { language: 'de' } } as const
    const before = (await kim.call(counts, de)).reply
    expect(before.total).toBe(0)
    await draft(kim, 'de:auth:verify.expired', 'Der  Link ist abgelaufen')
    const after = (await kim.call(counts, de)).reply
    expect(after.checks.find(({ check }) => check === 'double_space')).toEqual({
      check: 'double_space',
      texts: 1,
    })
    const found = await kim.call(list, { query: { language: 'de', check: 'double_space' } })
    expect(found.reply.texts.map(({ id }) => id)).toEqual(['de:auth:verify.expired'])
    expect((await kim.call(list, { query: { language: 'de', check: 'any' } })).reply.total).toBe(1)
    expect((await kim.call(list, { query: { check: 'nothing' } as never })).status).toBe(422)
  })

  test('that block are refused in a bulk review, in the reader’s language', async ({ api }) => {
    const [kim, lee] = [await api.signedIn('translator'), await api.signedIn('admin')]
    const id = 'de:auth:reset.expired'
    const { version } = await draft(kim, id, 'Der  Link ist abgelaufen')
    const sent = await kim.call(submit, { params: { id }, body: { version } })
    expect(sent.status).toBe(200)
    const check = { params: { check: 'double_space' } }
    await lee.call(configure, { ...check, body: { language: 'de', level: 'error' } })
    const body = { act: 'approve', texts: [{ id, version: sent.reply.version }] } as const
    const { reply } = await lee.call(review, { body, headers: { 'accept-language': 'de' } })
    expect(reply).toEqual({
      done: 0,
      refused: [{ id, reason: 'Zwei Leerzeichen folgen aufeinander.' }],
    })
    await lee.call(configure, { ...check, body: { language: 'de', level: null } })
    expect((await lee.call(review, { body })).reply.done).toBe(1)
  })

  test('are reported by row in an import, and refused where they block', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const content = JSON.stringify({
      auth: { verify: { expired: 'Der  Link gilt nicht mehr' }, reset: { expired: ' Abgelaufen' } },
    })
    const body = { language: 'de', format: 'json', content, apply: false } as const
    const { reply } = await kim.call(translations.import, { body })
    const of = (id: string) => reply.texts.find(text => text.id === id)
    expect(of('de:auth:verify.expired')).toMatchObject({ verdict: 'changed' })
    expect(of('de:auth:verify.expired')?.findings.map(({ check }) => check)).toContain('double_space')
    expect(of('de:auth:reset.expired')).toMatchObject({
      verdict: 'refused',
      reason: 'Leading spaces must match the English text.',
    })
  })
})
