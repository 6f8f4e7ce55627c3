import { DOMParser, type Document, type Element } from '@xmldom/xmldom'
import { denied, invalidToken, type TokenCheck } from '../failure.ts'

const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
}
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** Accepted algorithms of signatures and digests: RSA and SHA-2. */
const algorithms: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
}

function fail(check: TokenCheck | 'format'): never {
  throw invalidToken(check)
}

function parse(xml: string): Document {
  // Entities and external documents come with a document type only.
  if (/<!\s*(doctype|entity)/i.test(xml)) fail('format')
  try {
    return new DOMParser({ onError: () => fail('format') }).parseFromString(xml, 'text/xml')
  } catch {
    return fail('format')
  }
}

const elementsOf = (root: Document | Element, name: string): Element[] =>
  Array.from(root.getElementsByTagNameNS('*', name))

/** An element that must be there once, in its namespace and below its parent. */
function requireOnly(elements: Element[], namespace: string, parent: unknown): Element {
  const [element, ...others] = elements
  if (!element) return fail('format')
  if (others.length > 0 || element.namespaceURI !== namespace || element.parentNode !== parent)
    return fail('wrapped')
  return element
}

/** Signatures stand in what they sign, one each, use accepted algorithms and point at unique ids. */
function checkSignatures(document: Document, response: Element, assertion: Element): void {
  const signatures = elementsOf(document, 'Signature')
  const parents = signatures.map(({ parentNode }) => parentNode)
  if (!parents.includes(assertion))
    fail(parents.length > 0 && !parents.includes(response) ? 'wrapped' : 'unsigned')
  const isMisplaced = parents.some(parent => parent !== response && parent !== assertion)
  if (isMisplaced || new Set(parents).size < parents.length) fail('wrapped')
  const ids = elementsOf(document, '*').flatMap(element => element.getAttribute('ID') || [])
  if (new Set(ids).size < ids.length) fail('wrapped')
  for (const [name, accepted] of Object.entries(algorithms))
    for (const method of elementsOf(document, name))
      if (!accepted.includes(method.getAttribute('Algorithm') ?? '')) fail('algorithm')
}

/**
 * Checks the form of a response before its signatures are verified: one response to this service, with one signed
 * assertion in its place. Every way of wrapping a signature needs a second assertion, or one in another place.
 * @throws SignInRefused
 */
export function checkEnvelope(xml: string, responseUrl: string): void {
  const document = parse(xml)
  const response = requireOnly(elementsOf(document, 'Response'), namespaces.protocol, document)
  const status = elementsOf(response, 'StatusCode')[0]?.getAttribute('Value')
  if (status !== success) {
    const message = elementsOf(response, 'StatusMessage')[0]?.textContent
    throw denied(message || (status?.split(':').at(-1) ?? ''))
  }
  if (elementsOf(document, 'EncryptedAssertion').length > 0) fail('encrypted')
  const assertion = requireOnly(elementsOf(document, 'Assertion'), namespaces.assertion, response)
  checkSignatures(document, response, assertion)
  const destination = response.getAttribute('Destination')
  if (destination && destination !== responseUrl) fail('recipient')
}
