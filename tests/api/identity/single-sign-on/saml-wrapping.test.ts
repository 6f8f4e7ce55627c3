import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { test } from '#tests/fixtures/api.ts'
import { organizationWithSaml } from '#tests/fixtures/saml.ts'
import { assertionXml, responseXml, type Statements, sign } from '#tests/fixtures/saml-provider.ts'

describe('a wrapped signature', () => {
  const evilOf = (values: Statements, email: string, id = `_${randomUUID()}`): Statements => ({
    ...values,
    assertionId: id,
    nameId: 'evil',
    attributes: { ...values.attributes, email, groups: ['care-leads'] },
  })
  const signatureOf = (xml: string) => /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? ''

  type Wrap = (values: Statements, evil: Statements, signed: string) => string
  const insertBefore = (xml: string, mark: string, added: string) => xml.replace(mark, () => added + mark)

  test.for<[name: string, wrap: Wrap]>([
    ['beside a second assertion', (values, evil, signed) => responseXml(values, assertionXml(evil) + signed)],
    ['before a second assertion', (values, evil, signed) => responseXml(values, signed + assertionXml(evil))],
    [
      'inside of the other assertion',
      (values, evil, signed) =>
        responseXml(
          values,
          insertBefore(assertionXml(evil), '</saml:Assertion>', `<saml:Advice>${signed}</saml:Advice>`),
        ),
    ],
    [
      'moved into the other assertion, with the original in an Object',
      (values, evil, signed) => {
        const signature = signatureOf(signed)
        const original = signed.replace(signature, () => '')
        const object = insertBefore(signature, '</ds:Signature>', `<ds:Object>${original}</ds:Object>`)
        return responseXml(values, insertBefore(assertionXml(evil), '<saml:Subject>', object))
      },
    ],
    [
      'with the original in the extensions of the response',
      (values, evil, signed) =>
        responseXml(values, `<samlp:Extensions>${signed}</samlp:Extensions>${assertionXml(evil)}`),
    ],
    [
      'with the same id',
      (values, evil, signed) =>
        responseXml(values, assertionXml({ ...evil, assertionId: values.assertionId }) + signed),
    ],
    [
      'moved, with the same id and the original in the extensions',
      (values, evil, signed) => {
        const signature = signatureOf(signed)
        const original = signed.replace(signature, () => '')
        const forged = insertBefore(
          assertionXml({ ...evil, assertionId: values.assertionId }),
          '<saml:Subject>',
          signature,
        )
        return responseXml(values, `<samlp:Extensions>${original}</samlp:Extensions>${forged}`)
      },
    ],
    [
      'with an assertion of another namespace',
      (values, evil, signed) =>
        responseXml(values, assertionXml(evil).replace('SAML:2.0:assertion', 'SAML:9.9:assertion') + signed),
    ],
    [
      'in another response inside of this one',
      (values, evil, signed) =>
        responseXml(values, `${assertionXml(evil)}<x>${responseXml(values, signed)}</x>`),
    ],
    [
      'in a response that another document wraps',
      (values, evil, signed) => `<wrapper>${responseXml(values, assertionXml(evil) + signed)}</wrapper>`,
    ],
    [
      'of the response that is inside of an Object',
      (values, evil, signed) => {
        const original = responseXml(values, signed)
        return responseXml(
          values,
          insertBefore(
            assertionXml(evil),
            '<saml:Subject>',
            `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:Object>${original}</ds:Object></ds:Signature>`,
          ),
        )
      },
    ],
  ])('is refused %s', async ([, wrap], { api }) => {
    const { account, signInWith, provider, domain, admin } = await organizationWithSaml(api)
    const { login } = account()
    const { email } = await api.db
      .selectFrom('people')
      .select('email')
      .where('id', '=', admin.id)
      .executeTakeFirstOrThrow()
    const { status, problem } = await signInWith(asked => {
      const values = provider.statements(asked, login)
      return wrap(values, evilOf(values, email ?? ''), sign(assertionXml(values), provider.key()))
    })
    expect(status).toBe(409)
    expect([
      'The response from your identity provider was rejected: its signature does not cover it',
      'The response from your identity provider was rejected: it is malformed',
    ]).toContain(problem.detail)
    const people = await api.db
      .selectFrom('people')
      .select('id')
      .where('email', 'like', `%@${domain}`)
      .execute()
    expect(people).toEqual([])
  })
})
