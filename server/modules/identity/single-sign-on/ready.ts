import type { Db } from '#server/db/open.ts'
import { invalidField, Problem } from '#server/kit/problem.ts'
import { listDomains } from './queries/domains.ts'
import { listBreakGlassCandidates, type Provider } from './queries/providers.ts'

/** @throws Problem 409 unless a member could sign in, and 422 if no one could when the provider fails */
export async function requireReady(
  db: Db,
  provider: Provider,
  {
    enabled,
    required,
    break_glass_ids: ids,
  }: { enabled: boolean; required: boolean; break_glass_ids: string[] },
) {
  if (required && !enabled) throw invalidField('required', 'Turn on single sign-on before you require it')
  if (!enabled) return
  if (!provider.tested_at)
    throw new Problem(409, 'Test the connection before you turn on single sign-on', {
      kind: 'single-sign-on-untested',
    })
  if (!(await listDomains(db, provider.organization_id)).some(({ verified_at }) => verified_at))
    throw new Problem(409, 'Verify an email domain before you turn on single sign-on', {
      kind: 'single-sign-on-without-domain',
    })
  if (!required) return
  const candidates = await listBreakGlassCandidates(db, provider.organization_id)
  if (ids.length === 0)
    throw invalidField('break_glass_ids', 'Choose at least one admin who can still sign in with a password')
  if (!ids.every(id => candidates.some(candidate => candidate.id === id)))
    throw invalidField('break_glass_ids', 'Choose active admins of this organization who have a password')
}
