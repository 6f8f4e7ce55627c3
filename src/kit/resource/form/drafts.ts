import { auth } from '#contract/identity/auth.ts'
import { call } from '../../call.ts'
import { token } from '../../token.ts'
import type { Values } from './values.ts'

/** Unsaved changes of a form. */
export interface Draft {
  /** When they were last changed, in epoch milliseconds. */
  at: number
  /** The changed fields, as form values. */
  values: Values
  /** The initial values of the same fields. */
  base: Values
}

interface StoredDraft {
  at: number
  /** Initialization vector and cipher text, base64. */
  iv: string
  text: string
}

const prefix = 'draft:'
const maxAgeMs = 30 * 24 * 3_600_000
const maxDrafts = 50

const base64 = (bytes: Uint8Array<ArrayBuffer>) =>
  btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
const bytesOf = (text: string) => Uint8Array.from(atob(text), letter => letter.charCodeAt(0))

let opened: { session: string | null; key: Promise<CryptoKey> } | undefined

/** The signed-in person's key; requested once per session. */
function openKey(): Promise<CryptoKey> {
  const session = token.get()
  if (opened?.session !== session) opened = { session, key: requestKey() }
  const { key } = opened as NonNullable<typeof opened>
  // The next use tries again.
  key.catch(() => {
    opened = undefined
  })
  return key
}

async function requestKey(): Promise<CryptoKey> {
  const { key } = await call(auth.draftKey)
  const bytes = bytesOf(key.replaceAll('-', '+').replaceAll('_', '/'))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Bound as associated data: a draft cannot be decrypted as that of another form. */
const algorithmOf = (id: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(id),
})

function storedAt(name: string): StoredDraft | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Removes drafts that are too old, and the oldest ones beyond the limit. */
function prune(now: number) {
  const names = Object.keys(localStorage).filter(name => name.startsWith(prefix))
  const ages = names
    .map(name => ({ name, at: storedAt(name)?.at ?? 0 }))
    .sort((one, other) => other.at - one.at)
  for (const [index, { name, at }] of ages.entries())
    if (index >= maxDrafts || now - at > maxAgeMs) localStorage.removeItem(name)
}

/** The latest write of each draft: an encryption that ends after a newer write or a removal is dropped. */
const writes = new Map<string, symbol>()

/** Whether there may be a draft of this form. @param id names person and form */
export const hasDraft = (id: string): boolean => storedAt(prefix + id) !== undefined

/** Reads a draft; null if there is none, or if it cannot be decrypted, in which case it is removed. */
export async function readDraft(id: string): Promise<Draft | null> {
  const stored = storedAt(prefix + id)
  if (!stored || Date.now() - stored.at > maxAgeMs) return null
  const key = await openKey()
  try {
    const text = await crypto.subtle.decrypt(algorithmOf(id, bytesOf(stored.iv)), key, bytesOf(stored.text))
    return { at: stored.at, ...JSON.parse(new TextDecoder().decode(text)) }
  } catch {
    removeDraft(id)
    return null
  }
}

/** Keeps a draft in this browser, encrypted. Without a connection or room, it is not kept. */
export async function writeDraft(id: string, { at, values, base }: Draft): Promise<void> {
  const write = Symbol(id)
  writes.set(id, write)
  try {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const text = new TextEncoder().encode(JSON.stringify({ values, base }))
    const sealed = await crypto.subtle.encrypt(algorithmOf(id, iv), await openKey(), text)
    if (writes.get(id) !== write) return
    const stored: StoredDraft = { at, iv: base64(iv), text: base64(new Uint8Array(sealed)) }
    localStorage.setItem(prefix + id, JSON.stringify(stored))
    prune(at)
  } catch {
    // A draft is a convenience: what is typed stays in the form.
  }
}

export function removeDraft(id: string): void {
  writes.delete(id)
  localStorage.removeItem(prefix + id)
}
