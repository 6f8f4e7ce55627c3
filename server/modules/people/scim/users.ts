import { z } from 'zod'
import { Email, Name, Phone } from '#contract/kit/fields.ts'
import { type ProvisionedRole, provisionedRoles } from '#contract/kit/permissions.ts'
import { scimPath } from '#contract/people/provisioning.ts'
import { publicUrl } from '#server/config.ts'
import type { AuthenticatedCall } from '#server/kit/call.ts'
import { Problem } from '#server/kit/problem.ts'
import type { Values } from '#server/kit/table/config.ts'
import { revokeKeysOf } from '#server/modules/identity/index.ts'
import { accountHandlers } from '../accounts.ts'
import { adminTable, caregiverTable, familyTable } from '../queries.ts'
import { filterCondition } from './filter.ts'
import { type Patchable, patched } from './patch.ts'
import { listResponse, parseBody, parseListQuery, ScimError, schemas, spellNames } from './protocol.ts'
import {
  deleteIdentity,
  findUser,
  findUserForChange,
  listUsers,
  type ProviderIdentity,
  saveIdentity,
  type UserRow,
  userAttributes,
} from './queries.ts'
import { defaultRole, setRole } from './roles.ts'

/** The console's own account calls, by role. */
const accounts = {
  organization_admin: accountHandlers(adminTable, 'invited'),
  caregiver: accountHandlers(caregiverTable, 'invited'),
  family_member: accountHandlers(familyTable, 'invited'),
} satisfies Record<ProvisionedRole, unknown>

const text = z.string().trim().min(1).max(254)

/** `"True"` and `"False"` are how Microsoft Entra writes booleans. */
const Flag = z.union([
  z.boolean(),
  z
    .string()
    .transform(value => value.toLowerCase())
    .pipe(z.enum(['true', 'false']))
    .transform(value => value === 'true'),
])

const several = <Value extends z.ZodType>(value: Value) =>
  z
    .array(z.object({ value, type: z.string().nullish(), primary: Flag.nullish() }))
    .max(20)
    .nullish()

/** A user as clients send it; other attributes are ignored, as RFC 7644 allows. */
const UserDocument = z.object({
  userName: text,
  externalId: text.nullish(),
  displayName: Name.nullish(),
  name: z
    .object({ formatted: Name.nullish(), givenName: Name.nullish(), familyName: Name.nullish() })
    .nullish(),
  emails: several(Email),
  phoneNumbers: several(Phone),
  active: Flag.nullish(),
  roles: several(z.enum(provisionedRoles, `must be one of ${provisionedRoles.join(', ')}`)),
})
type UserDocument = z.output<typeof UserDocument>

const patchable: Patchable = {
  attributes: Object.keys(UserDocument.shape),
  multiValued: ['emails', 'phoneNumbers', 'roles'],
  ignored: [
    ...['schemas', 'id', 'meta', 'groups', 'password', 'nickName', 'profileUrl', 'title', 'userType'],
    ...['preferredLanguage', 'locale', 'timezone', 'ims', 'photos', 'addresses', 'entitlements'],
    'x509Certificates',
  ],
}

/** The preferred of several values: the primary one, else that for work, else the first. */
const preferred = <Value>(
  values: { value: Value; type?: string | null; primary?: boolean | null }[] | null | undefined,
): Value | null | undefined =>
  values &&
  ((values.find(({ primary }) => primary) ?? values.find(({ type }) => type === 'work') ?? values[0])
    ?.value ??
    null)

const asWorkValue = <Value>(value: Value | null) =>
  value === null ? [] : [{ value, type: 'work', primary: true }]

function showUser(call: AuthenticatedCall, user: UserRow) {
  const at = (path: string) => `${publicUrl(call.services.config)}${scimPath}${path}`
  return {
    schemas: [schemas.user],
    id: user.id,
    ...(user.external_id !== null && { externalId: user.external_id }),
    userName: user.user_name,
    name: {
      formatted: user.name,
      ...(user.given_name !== null && { givenName: user.given_name }),
      ...(user.family_name !== null && { familyName: user.family_name }),
    },
    displayName: user.name,
    emails: asWorkValue(user.email),
    phoneNumbers: asWorkValue(user.phone),
    active: user.status !== 'suspended',
    roles: [{ value: user.role, primary: true }],
    groups: user.groups.map(({ id, display_name }) => ({
      value: id,
      $ref: at(`/Groups/${id}`),
      display: display_name,
    })),
    meta: {
      resourceType: 'User',
      created: user.created_at,
      lastModified: user.updated_at,
      location: at(`/Users/${user.id}`),
      version: `W/"${user.version}"`,
    },
  }
}

const absent = (id: string) =>
  new Problem(404, `User ${id.slice(0, 100)} does not exist in this organization`)

export async function readUsers(call: AuthenticatedCall) {
  const query = parseListQuery(call.query)
  const condition = filterCondition(query.filter, userAttributes)
  const { rows, total } = await listUsers(call.db, call.actor.organizationId, condition, query)
  return listResponse(
    rows.map(row => showUser(call, row)),
    total,
    query.startIndex,
  )
}

async function findShown(call: AuthenticatedCall, id: string) {
  const user = await findUser(call.db, call.actor.organizationId, id)
  if (!user) throw absent(id)
  return showUser(call, user)
}
export const readUser = findShown

/** Locks a user. @throws Problem 404, or 412 if the caller expects another version */
async function findForChange(call: AuthenticatedCall, id: string): Promise<UserRow> {
  const user = await findUserForChange(call.db, call.actor.organizationId, id)
  if (!user) throw absent(id)
  if (call.ifMatch !== null && call.ifMatch !== user.version)
    throw new Problem(412, 'Someone else changed this record in the meantime.', { kind: 'stale' })
  return user
}

const fullName = ({ displayName, name, userName }: UserDocument) =>
  displayName ||
  name?.formatted ||
  [name?.givenName, name?.familyName].filter(Boolean).join(' ') ||
  userName.slice(0, 120)

/** The name after a change: of the attributes that have one, the first that changed. */
function changedName({ displayName, name }: UserDocument, before: UserRow): string {
  const parts = [name?.givenName ?? before.given_name, name?.familyName ?? before.family_name]
  const isRenamed = parts[0] !== before.given_name || parts[1] !== before.family_name
  const names = [displayName, name?.formatted, isRenamed ? parts.filter(Boolean).join(' ') : null]
  return names.find(other => other && other !== before.name) ?? before.name
}

function identityOf(document: UserDocument, before?: UserRow): ProviderIdentity {
  const { userName, externalId, name } = document
  return {
    user_name: userName,
    external_id: externalId === undefined ? (before?.external_id ?? null) : externalId,
    given_name: name?.givenName === undefined ? (before?.given_name ?? null) : name.givenName,
    family_name: name?.familyName === undefined ? (before?.family_name ?? null) : name.familyName,
  }
}

/** The address of a new person: some directories have it only as the name of the account. */
function emailOf({ emails, userName }: UserDocument): string {
  const email = preferred(emails) ?? Email.safeParse(userName).data
  if (!email) throw new ScimError('invalidValue', 'emails: an e-mail address is required')
  return email
}

/** Stores the identity at the provider, with a line in the activity log. */
async function rememberIdentity(
  call: AuthenticatedCall,
  user: Pick<UserRow, 'id' | 'organization_id'>,
  after: ProviderIdentity,
  before?: ProviderIdentity,
) {
  await saveIdentity(call.db, user, after)
  call.audit({
    action: before ? 'update' : 'create',
    resourceType: 'provisioned-people',
    resourceId: user.id,
    organizationId: user.organization_id,
    details: { ...(before && { before }), after },
  })
}

export async function createUser(call: AuthenticatedCall) {
  const document = parseBody(UserDocument, spellNames(call.body))
  const role = preferred(document.roles) ?? defaultRole
  const body = {
    name: fullName(document),
    email: emailOf(document),
    phone: preferred(document.phoneNumbers) ?? null,
    ...(role === 'organization_admin' && { role }),
  }
  const created = await accounts[role].create.run({ ...call, body } as never, change => change(call.db))
  const { id, organization_id } = created as Pick<UserRow, 'id' | 'organization_id'>
  if (document.active === false) await changeAccount(call, id, role, { status: 'suspended' })
  await rememberIdentity(call, { id, organization_id }, identityOf(document))
  return findShown(call, id)
}

const changeAccount = (call: AuthenticatedCall, id: string, role: ProvisionedRole, body: Values) =>
  accounts[role].update({ ...call, ifMatch: null, params: { id }, body })

/** The fields of the account that a document changes. Attributes that are left out stay as they are. */
function changesOf(document: UserDocument, before: UserRow): Values {
  const email = preferred(document.emails)
  if (email === null) throw new ScimError('invalidValue', 'emails: an e-mail address is required')
  const phone = preferred(document.phoneNumbers)
  const isActive = before.status !== 'suspended'
  const { active } = document
  const after = {
    name: changedName(document, before),
    email: email ?? before.email,
    phone: phone === undefined ? before.phone : phone,
    status: active === isActive || active == null ? before.status : active ? 'active' : 'suspended',
  }
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => value !== before[field as keyof UserRow]),
  )
}

const identityFields = ['user_name', 'external_id', 'given_name', 'family_name'] as const

async function applyDocument(call: AuthenticatedCall, before: UserRow, document: UserDocument) {
  const changes = changesOf(document, before)
  if (Object.keys(changes).length > 0) await changeAccount(call, before.id, before.role, changes)
  if (changes.status === 'suspended') await revokeKeysOf(call, before.id)
  const role = preferred(document.roles) ?? before.role
  if (role !== before.role) await setRole(call, before.id, role)
  const after = identityOf(document, before)
  if (identityFields.some(field => after[field] !== before[field])) {
    const { user_name, external_id, given_name, family_name } = before
    await rememberIdentity(call, before, after, { user_name, external_id, given_name, family_name })
  }
  return findShown(call, before.id)
}

export async function replaceUser(call: AuthenticatedCall, id: string) {
  const before = await findForChange(call, id)
  return applyDocument(call, before, parseBody(UserDocument, spellNames(call.body)))
}

/** Attributes that a request has removed are null; those that were never there are left out. */
const withRemoved = (before: object, after: object) => ({
  ...Object.fromEntries(
    Object.keys(before)
      .filter(name => !(name in after))
      .map(name => [name, null]),
  ),
  ...after,
})

export async function patchUser(call: AuthenticatedCall, id: string) {
  const before = await findForChange(call, id)
  const { schemas: _, id: __, meta, groups, ...shown } = showUser(call, before)
  const after = patched(shown as Record<string, unknown>, call.body, patchable)
  return applyDocument(call, before, parseBody(UserDocument, withRemoved(shown, after)))
}

export async function deleteUser(call: AuthenticatedCall, id: string): Promise<void> {
  const { role } = await findForChange(call, id)
  await accounts[role].remove({ ...call, ifMatch: null, params: { id }, body: undefined })
  await revokeKeysOf(call, id)
  await deleteIdentity(call.db, id)
}
