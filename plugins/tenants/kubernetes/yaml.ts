import * as v from 'valibot'
import { Failure, isDefaultMessage } from 'stowage'
import { readYaml, type Resource, writeYaml } from 'stowage/engines/kubernetes'
import * as messages from '../messages.ts'

/** Manifest of a tenant as YAML, without `managedFields`. */
export const textOf = ({ metadata: { managedFields: _, ...metadata }, ...rest }: Resource) =>
  writeYaml({ apiVersion: rest.apiVersion, kind: rest.kind, metadata, ...rest })

const map = v.optional(v.nullable(v.record(v.string(), v.string())))

const EditedManifest = v.looseObject({
  apiVersion: v.literal('minio.min.io/v2', 'must be minio.min.io/v2'),
  kind: v.literal('Tenant', 'must be Tenant'),
  metadata: v.looseObject({
    name: v.string('must be a string'),
    namespace: v.optional(v.string()),
    resourceVersion: v.optional(v.string()),
    labels: map,
    annotations: map,
    finalizers: v.optional(v.nullable(v.array(v.string()))),
  }),
  spec: v.looseObject({}),
})

const unreadable = (why: string) => new Failure(400, messages.yamlNotTenant, { detail: why })

/** Parses the edited manifest; throws if it is not a tenant. */
const parseManifest = async (text: string) => {
  const read = v.safeParse(EditedManifest, await readYaml(text))
  if (read.success) return read.output
  const [issue] = read.issues
  const field = v.getDotPath(issue)
  if (field && issue.input === undefined) throw unreadable(`${field} is missing`)
  throw unreadable([field, issue.message].filter(Boolean).join(isDefaultMessage(issue) ? ': ' : ' '))
}

/**
 * Applies an edited manifest to the current tenant: only spec, labels, annotations and finalizers can change. Throws
 * 409 if the tenant no longer has the version that was edited, by default the one in the text.
 */
export const applyEdited = async (text: string, now: Resource, version?: string): Promise<Resource> => {
  const { metadata, spec } = await parseManifest(text)
  const { name, namespace, resourceVersion } = now.metadata
  if (metadata.name !== name || (metadata.namespace ?? namespace) !== namespace)
    throw unreadable(messages.manifestOfOtherTenant(metadata.namespace ?? namespace, metadata.name, namespace, name))
  const edited = version ?? metadata.resourceVersion
  if (edited !== undefined && edited !== resourceVersion)
    throw new Failure(409, messages.tenantChangedMeanwhile, {
      detail: messages.manifestVersionOutdated(edited, resourceVersion),
    })
  const { labels: _, annotations: __, finalizers: ___, ...otherMetadata } = now.metadata
  const editedMetadata = Object.fromEntries(
    Object.entries({
      labels: metadata.labels,
      annotations: metadata.annotations,
      finalizers: metadata.finalizers,
    }).filter(([, value]) => value),
  )
  return { ...now, metadata: { ...otherMetadata, ...editedMetadata }, spec }
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Paths of values that the cluster dropped: `spec.pools[0].serverz`. */
const droppedPaths = (sent: unknown, stored: unknown, at: string): string[] => {
  if (Array.isArray(sent))
    return Array.isArray(stored) && stored.length === sent.length
      ? sent.flatMap((one, index) => droppedPaths(one, stored[index], `${at}[${index}]`))
      : []
  if (!isMap(sent)) return []
  const storedFields = isMap(stored) ? stored : {}
  return Object.entries(sent).flatMap(([name, one]) =>
    name in storedFields
      ? droppedPaths(one, storedFields[name], `${at}.${name}`)
      : one === null
        ? []
        : [`${at}.${name}`],
  )
}

/** Kubernetes drops unknown fields without an error. Throws `Failure` 400 with all of them. */
export const refuseDropped = (sent: Resource, stored: Resource) => {
  const dropped = droppedPaths(sent.spec, stored.spec, 'spec')
  if (dropped.length > 0) throw unreadable(messages.fieldsUnsupportedByOperator(dropped.join(', ')))
}
