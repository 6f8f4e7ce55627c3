import { sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import { translations } from '#contract/localisation/translations.ts'
import { type Api, type Caller, test } from '#tests/fixtures/api.ts'
import { listening } from '#tests/fixtures/listening.ts'
import { changesOn, follow } from '#tests/fixtures/live.ts'

const { show, save, submit, approve, reject, rollBack, published } = translations
const retry = 'es:common:retry'
const alarm = 'es:emergency:actions.acknowledge'
const plural = 'es:emergency:banner.open'

/** A text handed in for review. @returns its version */
async function handedIn(by: Caller, id: string, forms: object): Promise<number> {
  const before = (await by.call(show, { params: { id } })).reply
  const saved = await by.call(save, { params: { id }, body: { version: before.version, forms } })
  expect(saved.status).toBe(200)
  const { status, reply } = await by.call(submit, { params: { id }, body: { version: saved.reply.version } })
  expect(status).toBe(200)
  return reply.version
}

const overlay = async (api: Api, language = 'es') =>
  (await api.nobody.call(published, { params: { language } })).reply.texts

describe('a text', () => {
  test('goes from draft through review to publication, and back', async ({ api }) => {
    const [kim, lee] = [await api.signedIn('translator', { name: 'Kim' }), await api.signedIn('admin')]
    const params = { id: retry }
    const fresh = await kim.call(show, { params })
    expect(fresh.reply).toMatchObject({
      status: 'bundled',
      source: { text: 'Try again' },
      forms: { text: 'Reintentar' },
      version: 0,
      findings: [],
      history: [],
      is_protected: false,
    })

    const draft = await kim.call(save, { params, body: { version: 0, forms: { text: 'Otra vez' } } })
    expect(draft.reply).toMatchObject({ status: 'draft', version: 1, author: { id: kim.id, name: 'Kim' } })
    expect(draft.headers.etag).toBe('"1"')
    expect(await overlay(api)).toEqual({})
    await kim.call(submit, { params, body: { version: 1 } })
    expect(await overlay(api)).toEqual({})
    const approved = await lee.call(approve, { params, body: { version: 2 } })
    expect(approved.reply).toMatchObject({ status: 'published', published: { text: 'Otra vez' }, version: 3 })
    expect(await overlay(api)).toEqual({ common: { retry: 'Otra vez' } })
    expect(await overlay(api, 'en')).toEqual({})

    // What is worked on next leaves the readers alone.
    await kim.call(save, { params, body: { version: 3, forms: { text: 'De nuevo' } } })
    expect(await overlay(api)).toEqual({ common: { retry: 'Otra vez' } })

    const back = await lee.call(rollBack, { params, body: { version: 4, revision: null } })
    expect(back.reply).toMatchObject({
      status: 'rolled_back',
      published: null,
      forms: { text: 'Reintentar' },
    })
    expect(await overlay(api)).toEqual({})
    const again = await lee.call(rollBack, { params, body: { version: 5, revision: 3 } })
    expect(again.reply.published).toEqual({ text: 'Otra vez' })
    expect(again.reply.history.map(({ number, act, is_published }) => [number, act, is_published])).toEqual([
      [6, 'roll_back', true],
      [5, 'roll_back', false],
      [4, 'save', false],
      [3, 'approve', true],
      [2, 'submit', false],
      [1, 'save', false],
    ])
    const logs = await api.db
      .selectFrom('activity_logs')
      .where('resource_type', '=', 'translations')
      .where('resource_id', '=', retry)
      .orderBy('timestamp')
      .select(['action', 'actor_id', 'details'])
      .execute()
    expect(logs.map(({ action }) => action)).toEqual([
      'save',
      'submit',
      'approve',
      'save',
      'roll_back',
      'roll_back',
    ])
    expect(logs[2]).toMatchObject({
      actor_id: lee.id,
      details: { before: { text: 'Reintentar' }, after: { text: 'Otra vez' } },
    })
  })

  test('that was never published cannot be rolled back', async ({ api }) => {
    const [kim, lee] = [await api.signedIn('translator'), await api.signedIn('admin')]
    const params = { id: 'es:common:undo' }
    const untouched = await lee.call(rollBack, { params, body: { version: 0, revision: null } })
    expect(untouched.status).toBe(409)
    await kim.call(save, { params, body: { version: 0, forms: { text: 'Atrás' } } })
    const { status, problem } = await lee.call(rollBack, { params, body: { version: 1, revision: 1 } })
    expect([status, problem.errors?.[0]?.pointer]).toEqual([422, '#/revision'])
  })

  test('is rejected with a reason', async ({ api }) => {
    const [kim, lee] = [await api.signedIn('translator'), await api.signedIn('admin')]
    const params = { id: 'es:common:close' }
    const version = await handedIn(kim, params.id, { text: 'Fin' })
    expect((await lee.call(reject, { params, body: { version, reason: ' ' } })).status).toBe(422)
    const { reply } = await lee.call(reject, { params, body: { version, reason: 'It closes nothing' } })
    expect(reply.status).toBe('draft')
    expect(reply.history[0]).toMatchObject({ act: 'reject', note: 'It closes nothing' })
    expect(reply.author?.id).toBe(kim.id)
    const late = await lee.call(approve, { params, body: { version: reply.version } })
    expect([late.status, late.problem.type]).toEqual([409, '/problems/wrong-state'])
  })

  test('is published by approvers only', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const params = { id: 'es:common:refresh' }
    const version = await handedIn(kim, params.id, { text: 'Regresar' })
    for (const endpoint of [approve, reject, rollBack]) {
      const body = { version, reason: 'No', revision: null }
      expect((await kim.call(endpoint, { params, body })).status).toBe(403)
    }
    const operator = await api.signedIn('operator')
    expect((await operator.call(show, { params })).status).toBe(403)
    expect(
      (await (await api.signedIn('super_admin')).call(approve, { params, body: { version } })).status,
    ).toBe(200)
  })

  test('that was changed meanwhile is not overwritten', async ({ api }) => {
    const [kim, lee] = [await api.signedIn('translator'), await api.signedIn('translator')]
    const params = { id: 'es:common:copy' }
    const write = (by: Caller, text: string) =>
      by.call(save, { params, body: { version: 0, forms: { text } } })
    const both = await Promise.all([write(kim, 'Duplicar'), write(lee, 'Calcar')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const version = await handedIn(kim, params.id, { text: 'Reproducir' })
    const admin = await api.signedIn('admin')
    await lee.call(save, { params, body: { version, forms: { text: 'Clonar' } } })
    const { status, problem } = await admin.call(approve, { params, body: { version } })
    expect([status, problem.type]).toEqual([412, '/problems/stale'])
  })

  test('that does not exist is not found', async ({ api }) => {
    const kim = await api.signedIn('translator')
    for (const id of [
      'es:common:none',
      'xx:common:retry',
      'es',
      '__proto__:common:retry',
      'es:common:failed',
    ])
      expect((await kim.call(show, { params: { id } })).status).toBe(404)
  })

  test('has an immutable history', async ({ api }) => {
    await handedIn(await api.signedIn('translator'), 'es:common:copied', { text: 'Hecho' })
    for (const statement of [
      sql`update translation_revisions set act = 'approve'`,
      sql`delete from translation_revisions`,
    ])
      await expect(statement.execute(api.db)).rejects.toThrow('the history of a text is never changed')
  })

  test('has a description for translators of any language', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const params = { id: 'es:common:dismiss' }
    await kim.call(translations.describe, { params, body: { description: 'Puts a message away' } })
    const english = await kim.call(show, { params: { id: 'en:common:dismiss' } })
    expect(english.reply.description).toBe('Puts a message away')
    await kim.call(translations.describe, { params, body: { description: ' ' } })
    expect((await kim.call(show, { params })).reply.description).toBeNull()
  })
})

describe('a protected text', () => {
  test('is published only after approval by a second person', async ({ api }) => {
    const [lee, ada] = [await api.signedIn('admin'), await api.signedIn('super_admin')]
    const params = { id: alarm }
    const version = await handedIn(lee, alarm, { text: 'Me encargo' })
    const own = await lee.call(approve, { params, body: { version } })
    expect([own.status, own.problem.type]).toEqual([409, '/problems/second-person'])
    expect(await overlay(api)).not.toHaveProperty('emergency')
    expect((await ada.call(approve, { params, body: { version } })).status).toBe(200)
    expect(await overlay(api)).toMatchObject({ emergency: { 'actions.acknowledge': 'Me encargo' } })
  })

  test('that is not protected may be approved by its author', async ({ api }) => {
    const lee = await api.signedIn('admin')
    const version = await handedIn(lee, 'es:common:refresh', { text: 'Refrescar' })
    const { status } = await lee.call(approve, { params: { id: 'es:common:refresh' }, body: { version } })
    expect(status).toBe(200)
  })

  test('must respect its width limit', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const params = { id: 'es:emergency:actions.resolve' }
    const text = 'Dar por resuelta esta alerta de emergencia'
    const saved = await kim.call(save, { params, body: { version: 0, forms: { text } } })
    expect(saved.reply.columns).toBe(40)
    const { status, problem } = await kim.call(submit, { params, body: { version: 1 } })
    expect(status).toBe(422)
    expect(problem.detail).toBe('Too long for the smallest screen: at most 40 columns.')
  })
})

describe('an invalid text', () => {
  const hostile: [what: string, id: string, forms: Record<string, string>, reason: RegExp, form: string][] = [
    [
      'placeholder',
      'es:emergency:edit',
      { text: 'Actualizar a {{nombre}}' },
      /\{\{name\}\} is missing/,
      'text',
    ],
    [
      'plural form',
      plural,
      { one: 'una', other: '{{count}} alertas' },
      /plural form “many” is missing/,
      'many',
    ],
    ['script tag', 'es:common:language', { text: '<script>x</script>' }, /no tag <script>/, 'text'],
    ['override', 'es:common:theme.toDark', { text: 'Tema \u202Eoscuro' }, /U\+202E/, 'text'],
  ]
  for (const [what, id, forms, reason, form] of hostile)
    test(`(${what}) can be saved as a draft, but not published`, async ({ api }) => {
      const [kim, ada] = [await api.signedIn('translator'), await api.signedIn('super_admin')]
      const params = { id }
      const draft = await kim.call(save, { params, body: { version: 0, forms } })
      expect(draft.status).toBe(200)
      expect(draft.reply.findings.map(({ detail }) => detail).join()).toMatch(reason)
      const { status, problem } = await kim.call(submit, { params, body: { version: 1 } })
      expect([status, problem.type]).toEqual([422, '/problems/faulty-text'])
      expect(problem.errors).toContainEqual({
        pointer: `#/forms/${form}`,
        in: 'body',
        detail: expect.stringMatching(reason),
      })
      // Nor by whoever finds a way past the review's door.
      await api.db
        .updateTable('translations')
        .set({ status: 'review' })
        .where('language', '=', 'es')
        .where('namespace', '=', id.split(':')[1] as string)
        .where('key', '=', id.split(':')[2] as string)
        .execute()
      expect((await ada.call(approve, { params, body: { version: 1 } })).status).toBe(422)
    })

  test('that no database can store is refused immediately', async ({ api }) => {
    const kim = await api.signedIn('translator')
    for (const text of ['a\0b', 'a\uD83D']) {
      const body = { version: 0, forms: { text } }
      expect((await kim.call(save, { params: { id: 'es:common:loading' }, body })).status).toBe(422)
    }
  })

  test('is not published when the release has other placeholders', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const id = 'es:common:updatedAt'
    await handedIn(kim, id, { text: 'Hora: {{time}}' })
    const { reply } = await (await api.signedIn('admin')).call(approve, {
      params: { id },
      body: { version: 2 },
    })
    expect((await overlay(api)).common).toHaveProperty('updatedAt')
    await api.db
      .updateTable('translations')
      .set({ published: JSON.stringify({ text: 'Hora: {{hour}}' }), version: reply.version + 1 })
      .where('key', '=', 'updatedAt')
      .execute()
    expect((await overlay(api)).common).not.toHaveProperty('updatedAt')
  })
})

describe('readers', () => {
  test('get published texts without downloading them twice', async ({ api }) => {
    const version = await handedIn(await api.signedIn('translator'), 'es:common:terms', {
      text: 'Condiciones',
    })
    const params = { language: 'es' }
    const first = await api.nobody.call(published, { params })
    expect(first.headers['cache-control']).toBe('no-cache')
    const etag = String(first.headers.etag)
    const second = await api.nobody.call(published, { params, headers: { 'if-none-match': etag } })
    expect([second.status, second.text]).toEqual([304, ''])
    await (await api.signedIn('admin')).call(approve, {
      params: { id: 'es:common:terms' },
      body: { version },
    })
    const third = await api.nobody.call(published, { params, headers: { 'if-none-match': etag } })
    expect(third.status).toBe(200)
    expect(third.headers.etag).not.toBe(etag)
    expect((await api.nobody.call(published, { params: { language: 'xx' } })).status).toBe(404)
  })

  test('are notified of publications immediately, and translators of drafts', async ({ api }) => {
    const { url } = await listening(api)
    const [reader, kim] = [await api.signedIn('family_member'), await api.signedIn('translator')]
    const [read, work] = [await follow(url, reader), await follow(url, kim)]
    expect(read.resources).toContain('published_texts')
    expect(read.resources).not.toContain('translations')
    const id = 'es:common:privacy'
    const version = await handedIn(kim, id, { text: 'Privacidad' })
    await (await api.signedIn('admin')).call(approve, { params: { id }, body: { version } })
    await vi.waitFor(() =>
      expect(changesOn(read).map(({ resource }) => resource)).toEqual(['published_texts']),
    )
    expect(changesOn(work).map(({ resource, action }) => `${resource} ${action}`)).toEqual([
      'translations save',
      'translations submit',
      'translations approve',
      'published_texts update',
    ])
  })
})

describe('the list of texts', () => {
  test('is searched by key, source and translation, and filtered', async ({ api }) => {
    const kim = await api.signedIn('translator')
    const list = async (query: object) => (await kim.call(translations.list, { query: query as never })).reply
    const all = await list({})
    expect(all.total).toBeGreaterThan(1_000)
    expect(all.texts).toHaveLength(25)
    const keys = async (query: object) => (await list(query)).texts.map(({ id }) => id)
    expect(await keys({ q: 'toDark' })).toEqual(['es:common:theme.toDark'])
    expect(await keys({ q: 'switch dark THEME' })).toEqual(['es:common:theme.toDark'])
    expect(await keys({ q: 'desplazado jamás' })).toEqual([])
    const alarms = await list({ namespace: 'emergency', _end: 200 })
    expect(alarms.texts.every(({ is_protected }) => is_protected)).toBe(true)
    expect((await list({ protected: 'true', namespace: 'auth' })).total).toBe(0)
    await handedIn(kim, 'es:auth:login.title', { text: 'Entrar en Voicedeck' })
    expect(await keys({ status: 'review', namespace: 'auth' })).toEqual(['es:auth:login.title'])
    expect((await kim.call(translations.list, { query: { _end: 500 } })).status).toBe(422)
  })

  test('and the coverage show what is outdated when English changes', async ({ api }) => {
    const ada = await api.signedIn('super_admin')
    const legal = async () => {
      const { languages } = (await ada.call(translations.coverage)).reply
      return languages
        .find(({ language }) => language === 'es')
        ?.namespaces.find(part => part.namespace === 'voices')
    }
    const before = await legal()
    expect(before?.translated).toBe(before?.total)
    expect(before).toMatchObject({ in_review: 0, overrides: 0, outdated: 0 })
    const id = 'en:voices:lead'
    const version = await handedIn(ada, id, { text: 'Who speaks which language.' })
    await ada.call(approve, { params: { id }, body: { version } })
    expect(await legal()).toMatchObject({ outdated: 1 })
    const outdated = await ada.call(translations.list, { query: { outdated: true, language: 'es' } as never })
    expect(outdated.reply.texts.map(text => text.id)).toEqual(['es:voices:lead'])

    const renewed = await handedIn(ada, 'es:voices:lead', { text: 'Quién habla cada idioma.' })
    expect(await legal()).toMatchObject({ in_review: 1, outdated: 0 })
    await ada.call(approve, { params: { id: 'es:voices:lead' }, body: { version: renewed } })
    expect(await legal()).toMatchObject({ outdated: 0, overrides: 1, in_review: 0 })
  })
})
