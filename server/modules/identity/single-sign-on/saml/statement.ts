import { invalidToken } from '../failure.ts'

/** An element as the library's parser (xml2js) gives it: attributes, text and children by name. */
interface Node {
  $?: Record<string, string>
  _?: string
  [child: string]: unknown
}

const maxIdLength = 300

const childrenOf = (node: Node | undefined, name: string): Node[] =>
  (node?.[name] as Node[] | undefined) ?? []
/** An element that may be there once. @throws SignInRefused if there are more */
function childOf(node: Node | undefined, name: string): Node | undefined {
  const [child, ...others] = childrenOf(node, name)
  if (others.length > 0) throw invalidToken('format')
  return child
}
const textOf = (node: Node | undefined) => node?._?.trim() ?? ''

/** What an assertion says. */
export interface Statement {
  id: string
  issuer: string
  nameId: string
  nameIdFormat: string | null
  /** The bearer confirmation; empty texts for what is missing. */
  confirmation: { recipient: string; inResponseTo: string; expiresAt: string }
  /** The class of the authentication context. */
  context: string
  authenticatedAt: Date | null
  /** Attributes by name, each with all of its values. */
  attributes: Map<string, string[]>
}

/**
 * Reads a verified assertion.
 * @param parsed the signed element alone, as parsed by the library
 */
export function statementOf(parsed: Record<string, unknown>): Statement {
  const assertion = parsed.Assertion as Node
  const id = assertion.$?.ID ?? ''
  if (id === '' || id.length > maxIdLength) throw invalidToken('format')
  const subject = childOf(assertion, 'Subject')
  const nameId = childOf(subject, 'NameID')
  // One bearer confirmation, so that no check can be of another one than the library's.
  const confirmation = childOf(subject, 'SubjectConfirmation')
  if (confirmation?.$?.Method !== 'urn:oasis:names:tc:SAML:2.0:cm:bearer') throw invalidToken('format')
  const {
    Recipient = '',
    InResponseTo = '',
    NotOnOrAfter = '',
  } = childOf(confirmation, 'SubjectConfirmationData')?.$ ?? {}
  const authentication = childrenOf(assertion, 'AuthnStatement')[0]
  if (!authentication) throw invalidToken('format')
  const instant = Date.parse(authentication.$?.AuthnInstant ?? '')
  const attributes = new Map<string, string[]>()
  for (const attribute of childrenOf(assertion, 'AttributeStatement').flatMap(one =>
    childrenOf(one, 'Attribute'),
  )) {
    const name = attribute.$?.Name ?? ''
    const values = childrenOf(attribute, 'AttributeValue').map(textOf)
    attributes.set(name, [...(attributes.get(name) ?? []), ...values])
  }
  return {
    id,
    issuer: textOf(childOf(assertion, 'Issuer')),
    nameId: textOf(nameId),
    nameIdFormat: nameId?.$?.Format ?? null,
    confirmation: { recipient: Recipient, inResponseTo: InResponseTo, expiresAt: NotOnOrAfter },
    context: textOf(childOf(childOf(authentication, 'AuthnContext'), 'AuthnContextClassRef')),
    authenticatedAt: Number.isNaN(instant) ? null : new Date(instant),
    attributes,
  }
}
