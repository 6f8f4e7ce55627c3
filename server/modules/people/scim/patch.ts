import { ScimError as LibraryError, type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch'
import { z } from 'zod'
import { parseBody, ScimError, spellNames, spellPath } from './protocol.ts'

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
/** Maximum number of values in a request: each is compared with those that exist. */
const maxValues = 1_000

const PatchRequest = z.object({
  schemas: z.array(z.string()).refine(names => names.includes(patchSchema), `Must contain ${patchSchema}`),
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .transform(op => op.toLowerCase())
          .pipe(z.enum(['add', 'remove', 'replace'])),
        path: z.string().max(500).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(maxValues),
})
type Operation = z.output<typeof PatchRequest>['Operations'][number]

export interface Patchable {
  /** Attributes that can be changed. */
  attributes: readonly string[]
  /** Those of them with several values. */
  multiValued: readonly string[]
  /** Attributes of the schema that are not kept: changes of them are ignored, as are extensions. */
  ignored: readonly string[]
}

/** Names through which a value would reach the prototypes of objects. */
const reserved = /\b(__proto__|constructor|prototype)\b/

function hasReservedName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, inner]) => reserved.test(name) || hasReservedName(inner))
}

/** An operation without a path is one for each attribute of its value. */
function withPaths({ op, path, value }: Operation): Operation[] {
  if (path) return [{ op, path, value }]
  if (op === 'remove') throw new ScimError('noTarget', 'A remove operation needs a path')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimError('invalidValue', 'Without a path, value must be an object of attributes')
  return Object.entries(value).map(([name, inner]) => ({ op, path: name, value: inner }))
}

const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i

/** The operation with its path as in the schema; null if it is about something that is not kept. */
function readOperation(
  { op, path = '', value }: Operation,
  { attributes, multiValued, ignored }: Patchable,
): Operation | null {
  const plain = spellPath(path.replace(coreSchema, ''))
  const [root = ''] = plain.split(/[.[]/)
  if (reserved.test(plain) || hasReservedName(value))
    throw new ScimError('invalidPath', `${path.slice(0, 100)} is not an attribute`)
  if (/^urn:/i.test(plain) || ignored.some(name => name.toLowerCase() === root.toLowerCase())) return null
  if (!attributes.includes(root)) throw new ScimError('invalidPath', `${root} is not an attribute`)
  const isOne = multiValued.includes(plain) && value !== undefined && !Array.isArray(value)
  return { op, path: plain, value: isOne ? [value] : value }
}

const isApplicable = (resource: object, { op, path = '' }: Operation) =>
  op !== 'remove' || (path.split(/[.[]/)[0] ?? '') in resource

function applyOne<Resource extends object>(resource: Resource, operation: Operation): Resource {
  try {
    return scimPatch(resource as unknown as ScimResource, [
      operation as ScimPatchOperation,
    ]) as unknown as Resource
  } catch (error) {
    if (error instanceof LibraryError)
      throw new ScimError(
        error.scimCode === 'noTarget' ? 'noTarget' : 'invalidPath',
        `${operation.path}: this operation can’t be applied`,
      )
    throw new ScimError('invalidValue', `${operation.path}: this value is not acceptable`)
  }
}

/**
 * Applies a PATCH request (RFC 7644, section 3.5.2) to a copy of a resource, with what identity providers make of it:
 * capitalised operations, operations without a path, filters that match no value yet.
 * @throws ScimError
 */
export function patched<Resource extends object>(
  resource: Resource,
  body: unknown,
  patchable: Patchable,
): Resource {
  const request = parseBody(PatchRequest, spellNames(body))
  const operations = request.Operations.flatMap(withPaths)
  const values = operations.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0)
  if (values > maxValues)
    throw new ScimError('tooMany', `A request can change up to ${maxValues} values`, 413)
  return operations
    .map(operation => readOperation(operation, patchable))
    .filter(operation => operation !== null)
    .reduce(
      (result, operation) => (isApplicable(result, operation) ? applyOne(result, operation) : result),
      structuredClone(resource),
    )
}
