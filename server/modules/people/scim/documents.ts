import { scimPath } from '#contract/people/provisioning.ts'
import { maxPage, schemas } from './protocol.ts'

interface Options {
  type?: 'string' | 'boolean' | 'complex' | 'reference'
  multiValued?: boolean
  required?: boolean
  mutability?: 'readWrite' | 'readOnly' | 'immutable'
  uniqueness?: 'none' | 'server'
  subAttributes?: object[]
}

/** An attribute of a schema (RFC 7643, section 7). */
const attribute = (
  name: string,
  description: string,
  { type = 'string', multiValued = false, required = false, subAttributes, ...options }: Options = {},
) => ({
  name,
  type,
  multiValued,
  description,
  required,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...options,
  ...(subAttributes && { subAttributes }),
})

const valueAttributes = (what: string) => [
  attribute('value', what),
  attribute('type', 'The kind of value; work'),
  attribute('primary', 'Whether this is the preferred value', { type: 'boolean' }),
]

const memberAttributes = (what: string) => [
  attribute('value', `The id of the ${what}`, { mutability: 'immutable' }),
  attribute('$ref', `The address of the ${what}`, { type: 'reference', mutability: 'readOnly' }),
  attribute('display', `The name of the ${what}`, { mutability: 'readOnly' }),
]

const user = {
  id: schemas.user,
  name: 'User',
  description: 'A person with an account',
  attributes: [
    attribute('userName', 'The name of the account at the identity provider', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('name', 'The parts of the person’s name', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'The full name'),
        attribute('givenName', 'The given name'),
        attribute('familyName', 'The family name'),
      ],
    }),
    attribute('displayName', 'The name as it is shown'),
    attribute('emails', 'The e-mail address; one is kept, the primary one', {
      type: 'complex',
      multiValued: true,
      subAttributes: valueAttributes('The e-mail address'),
    }),
    attribute('phoneNumbers', 'The phone number; one is kept, the primary one', {
      type: 'complex',
      multiValued: true,
      subAttributes: valueAttributes('The phone number'),
    }),
    attribute('active', 'Whether the person may sign in', { type: 'boolean' }),
    attribute('roles', 'The role; exactly one', {
      type: 'complex',
      multiValued: true,
      subAttributes: valueAttributes('organization_admin, caregiver or family_member'),
    }),
    attribute('groups', 'The groups of the person', {
      type: 'complex',
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: memberAttributes('group'),
    }),
  ],
}

const group = {
  id: schemas.group,
  name: 'Group',
  description: 'A role, or a group that the identity provider created',
  attributes: [
    attribute('displayName', 'The name of the group', { required: true, uniqueness: 'server' }),
    attribute('members', 'The people in the group', {
      type: 'complex',
      multiValued: true,
      subAttributes: memberAttributes('user'),
    }),
  ],
}

const schemaUrn = 'urn:ietf:params:scim:schemas:core:2.0'

/** The documents by which clients learn what is supported (RFC 7644, section 4). @param origin address of the server */
export function discoveryDocuments(origin: string) {
  const at = (path: string, resourceType: string) => ({
    meta: { resourceType, location: `${origin}${scimPath}${path}` },
  })
  return {
    config: {
      schemas: [`${schemaUrn}:ServiceProviderConfig`],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: maxPage },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'API key',
          description: 'An API key of the organization with the scope scim, as bearer token',
          primary: true,
        },
      ],
      ...at('/ServiceProviderConfig', 'ServiceProviderConfig'),
    },
    schemas: [user, group].map(schema => ({
      schemas: [`${schemaUrn}:Schema`],
      ...schema,
      ...at(`/Schemas/${schema.id}`, 'Schema'),
    })),
    resourceTypes: [user, group].map(({ id, name, description }) => ({
      schemas: [`${schemaUrn}:ResourceType`],
      id: name,
      name,
      description,
      endpoint: `/${name}s`,
      schema: id,
      ...at(`/ResourceTypes/${name}`, 'ResourceType'),
    })),
  }
}
