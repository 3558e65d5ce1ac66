import { randomInt, randomUUID } from 'node:crypto'
import type { Resource } from '../client.ts'
import { apiVersionOf, type ServedKind } from './kinds.ts'
import { invalidObject, ApiError } from './api-error.ts'
import { findImmutableChanges, prune, validate } from './schema.ts'

type Fields = Record<string, unknown>

const dns = /^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/
const suffixLetters = 'bcdfghjklmnpqrstvwxz2456789'

/** Five random letters, as a cluster appends to `generateName`. */
export const randomSuffix = () =>
  Array.from({ length: 5 }, () => suffixLetters[randomInt(suffixLetters.length)]).join('')

const asFields = (fields: unknown) => (typeof fields === 'object' && fields !== null ? (fields as Fields) : {})

const base64 = (text: unknown) => Buffer.from(String(text)).toString('base64')

/** Defaults that a cluster sets on a new object. */
const defaultsByKind: Readonly<Record<string, (object: Resource) => Fields>> = {
  Namespace: ({ metadata }) => ({
    metadata: { ...metadata, labels: { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name } },
    status: { phase: 'Active' },
  }),
  Pod: () => ({ status: { phase: 'Pending', qosClass: 'Burstable' } }),
  PersistentVolumeClaim: ({ metadata }) => ({
    metadata: { ...metadata, finalizers: ['kubernetes.io/pvc-protection'] },
    status: { phase: 'Pending' },
  }),
  Secret: ({ stringData, data, type }) => ({
    stringData: undefined,
    type: type ?? 'Opaque',
    data: {
      ...asFields(data),
      ...Object.fromEntries(Object.entries(asFields(stringData)).map(([key, text]) => [key, base64(text)])),
    },
  }),
  Service: ({ spec }) => ({
    spec: { type: 'ClusterIP', clusterIP: `10.96.${randomInt(256)}.${randomInt(1, 255)}`, ...asFields(spec) },
    status: { loadBalancer: {} },
  }),
  CustomResourceDefinition: () => ({ status: { conditions: [{ type: 'Established', status: 'True' }] } }),
}

/**
 * Validates an object against its kind: prunes unknown fields and rejects invalid ones, including forbidden changes.
 */
export const validateObject = (served: ServedKind, input: Resource, before?: Resource): Resource => {
  const { schema, kind } = served
  if (!schema) return input
  const object = { ...(prune(schema, input) as Resource), metadata: input.metadata }
  const violations = [...validate(schema, object), ...findImmutableChanges(schema, before, object)]
  if (violations.length > 0) throw invalidObject(`${kind}.${served.group}`, input.metadata.name, violations)
  return object
}

/** Validates that a request body is an object of this kind. */
export const parseBody = (served: ServedKind, body: unknown, namespace: string | undefined): Resource => {
  const object = asFields(body) as Partial<Resource>
  const version = apiVersionOf(served)
  for (const [field, actual, expected] of [
    ['kind', object.kind, served.kind],
    ['apiVersion', object.apiVersion, version],
  ] as const)
    if (actual !== undefined && actual !== expected)
      throw new ApiError(400, `the ${field} in the data (${actual}) does not match the expected ${field} (${expected})`)
  const metadata = asFields(object.metadata)
  if (namespace !== undefined && metadata.namespace !== undefined && metadata.namespace !== namespace)
    throw new ApiError(400, `the namespace of the provided object does not match the namespace sent on the request`)
  const own = { ...metadata, ...(namespace !== undefined && { namespace }) } as Resource['metadata']
  if (namespace === undefined) delete own.namespace
  return structuredClone({ ...object, apiVersion: version, kind: served.kind, metadata: own })
}

/** A new object with all defaults of a cluster. */
export const admit = (served: ServedKind, input: Resource, now: number): Resource => {
  const { generateName, name = generateName === undefined ? '' : `${generateName}${randomSuffix()}` } =
    input.metadata as { generateName?: string; name?: string }
  if (!dns.test(name) && served.group !== 'rbac.authorization.k8s.io')
    throw invalidObject(served.kind, name, [
      {
        field: 'metadata.name',
        message:
          name === ''
            ? 'Required value: name or generateName is required'
            : `Invalid value: "${name}": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.'`,
      },
    ])
  const { resourceVersion: _, ...metadata } = input.metadata
  const withDefaults: Resource = {
    ...input,
    metadata: {
      ...metadata,
      name,
      uid: randomUUID(),
      generation: 1,
      creationTimestamp: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
    },
  }
  const { status: __, ...plain } = withDefaults
  const object = served.status ? plain : withDefaults
  return validateObject(served, { ...object, ...defaultsByKind[served.kind]?.(object) })
}
