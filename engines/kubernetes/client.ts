import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import type { Api, ApiRequest } from './api.ts'
import { isCausedByRoles, missingPermissionsIn } from './error-texts.ts'
import { clusterRuleRefuses, clusterRefusedRequest, resourceVersionExpired, changedSinceLoaded } from './messages.ts'

/** A Kubernetes object as received; unknown fields are preserved. */
export type Resource = {
  apiVersion?: string
  kind?: string
  metadata: {
    name: string
    namespace?: string
    uid?: string
    resourceVersion?: string
    creationTimestamp?: string
    deletionTimestamp?: string
    labels?: Record<string, string>
    annotations?: Record<string, string>
    [other: string]: unknown
  }
  [other: string]: unknown
}

/** API path of a kind: `kindAt('minio.min.io/v2', 'tenants')`; the core group is `v1`. */
export type Kind = { readonly base: string; readonly plural: string; readonly group: string }

/** A resource kind by API version (`apps/v1`) and plural name. */
export const kindAt = (apiVersion: string, plural: string): Kind => {
  const [group] = apiVersion.split('/')
  return {
    base: apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`,
    plural,
    group: apiVersion.includes('/') ? (group ?? '') : '',
  }
}

/** Path of an object, or of its kind without a name; across all namespaces without a namespace. */
export const pathOf = (
  { base, plural }: Kind,
  { namespace, name, sub }: { namespace?: string | undefined; name?: string | undefined; sub?: string } = {},
) =>
  [
    base,
    ...(namespace === undefined ? [] : ['namespaces', namespace]),
    plural,
    ...(name === undefined ? [] : [name]),
    ...(sub === undefined ? [] : [sub]),
  ]
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
    .join('/')

const Status = v.looseObject({
  message: v.optional(v.string()),
  reason: v.optional(v.string()),
  details: v.optional(
    v.looseObject({
      name: v.optional(v.string()),
      kind: v.optional(v.string()),
      causes: v.optional(v.array(v.looseObject({ field: v.optional(v.string()), message: v.optional(v.string()) }))),
    }),
  ),
})

/** An error response of the cluster. `code` is its reason: `AlreadyExists`, `Conflict`, `Expired`. */
export class KubernetesError extends Failure {}

const statusTexts: Readonly<Record<number, string>> = {
  400: clusterRefusedRequest,
  401: 'invalid session',
  403: 'Access denied',
  404: 'not found',
  409: changedSinceLoaded,
  410: resourceVersionExpired,
  422: clusterRefusedRequest,
  429: 'The cluster is overloaded',
}

/**
 * Converts a cluster error to a failure (operator 9.1): 422 becomes a 400 with all causes joined, statuses the console
 * has no text for become 502.
 */
export const toKubernetesError = (status: number, body: unknown): KubernetesError => {
  const read = v.safeParse(Status, body)
  const { message = '', reason = '', details } = read.success ? read.output : {}
  const causes = (details?.causes ?? []).map(({ field, message: why }) => [field, why].filter(Boolean).join(': '))
  const isDenied = status === 403 && isCausedByRoles(message)
  const alreadyExists = reason === 'AlreadyExists' && details?.name && `"${details.name}" exists already`
  const summary = alreadyExists || (status === 403 && !isDenied ? clusterRuleRefuses : statusTexts[status])
  return new KubernetesError(status === 422 ? 400 : summary ? status : 502, summary ?? 'The cluster failed', {
    code: isDenied ? 'AccessDenied' : reason,
    detail: causes.join('; ') || message,
    missing: isDenied ? missingPermissionsIn(message) : [],
  })
}

type Options = { signal?: AbortSignal | undefined }

/** Kubernetes client for one token; every method throws `KubernetesError` for an error response. */
export const createClient = (api: Api, token: string) => {
  const send = async (request: ApiRequest): Promise<unknown> => {
    const { status, body } = await api.call(token, request)
    if (status >= 400) throw toKubernetesError(status, body)
    return body
  }

  const pages = async function* (path: string, query: ApiRequest['query'], { signal }: Options) {
    for (let next: string | undefined; ; ) {
      const page = (await send({ method: 'GET', path, query: { limit: 500, ...query, continue: next }, signal })) as {
        items: Resource[] | null
        metadata: { continue?: string; resourceVersion?: string }
      }
      yield page
      next = page.metadata.continue || undefined
      if (next === undefined) return
    }
  }

  return {
    send,

    get: async (path: string, options: Options = {}) => (await send({ method: 'GET', path, ...options })) as Resource,

    list: async (path: string, query?: ApiRequest['query'], options: Options = {}): Promise<Resource[]> => {
      const resources: Resource[] = []
      for await (const { items } of pages(path, query, options)) resources.push(...(items ?? []))
      return resources
    },

    /** Items of a list one by one; only one page is in memory. */
    each: async function* (path: string, query?: ApiRequest['query'], options: Options = {}): AsyncGenerator<Resource> {
      for await (const { items } of pages(path, query, options)) yield* items ?? []
    },

    /**
     * All items of a list with its resource version, from which a watch can continue. Restarts a paged list whose
     * continue token expired.
     */
    listWithVersion: async (
      path: string,
      query?: ApiRequest['query'],
      options: Options = {},
    ): Promise<{ items: Resource[]; version: string | undefined }> => {
      for (let isFirstAttempt = true; ; isFirstAttempt = false) {
        const resources: Resource[] = []
        let version: string | undefined
        try {
          for await (const { items, metadata } of pages(path, query, options)) {
            resources.push(...(items ?? []))
            version = metadata.resourceVersion
          }
          return { items: resources, version }
        } catch (error) {
          if (!isFirstAttempt || !(error instanceof KubernetesError) || error.status !== 410) throw error
        }
      }
    },

    create: async (path: string, body: object, query?: ApiRequest['query']) =>
      (await send({ method: 'POST', path, body, query })) as Resource,

    /**
     * Replaces an object. `metadata.resourceVersion` is the version the change is based on; 409 if there is a newer
     * one.
     */
    replace: async (path: string, body: object, query?: ApiRequest['query']) =>
      (await send({ method: 'PUT', path, body, query })) as Resource,

    /** An object is a merge patch (null removes), an array a JSON patch. */
    patch: async (path: string, change: object) =>
      (await send({
        method: 'PATCH',
        path,
        body: change,
        type: Array.isArray(change) ? 'application/json-patch+json' : 'application/merge-patch+json',
      })) as Resource,

    /** `options` are the cluster's DeleteOptions: `propagationPolicy`, `preconditions`. */
    remove: async (path: string, options?: object) => void (await send({ method: 'DELETE', path, body: options })),

    /** Streams the lines of a log or a watch. */
    stream: async (path: string, query: ApiRequest['query'], signal: AbortSignal) => {
      const { status, body } = await api.stream(token, { method: 'GET', path, query, signal })
      if (status < 400) return body
      const chunks: Uint8Array[] = []
      for await (const chunk of body) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString()
      throw toKubernetesError(status, text.startsWith('{') ? JSON.parse(text) : { message: text })
    },
  }
}

/** Client of the API server, with the token of one account. */
export type Client = ReturnType<typeof createClient>
