import * as v from 'valibot'
import { Failure } from '../../core/failure.ts'
import type { Api, Ask } from './api.ts'
import { isOfRoles, missingIn } from './error-texts.ts'

/** An object of the cluster, as it came: what its reader does not know of is kept. */
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

/** Where a kind of object lives: `kindAt('minio.min.io/v2', 'tenants')`; the core group is `v1`. */
export type Kind = { readonly base: string; readonly plural: string; readonly group: string }

export const kindAt = (apiVersion: string, plural: string): Kind => {
  const [group] = apiVersion.split('/')
  return {
    base: apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`,
    plural,
    group: apiVersion.includes('/') ? (group ?? '') : '',
  }
}

/**
 * An object's place, or its kind's where there is no name; everywhere in the cluster where there is no namespace
 * either.
 */
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

/** What the cluster refused. The code is its own reason: `AlreadyExists`, `Conflict`, `Expired`. */
export class Refused extends Failure {}

const words: Readonly<Record<number, string>> = {
  400: 'The cluster does not accept this',
  401: 'invalid session',
  403: 'Access denied',
  404: 'not found',
  409: 'This has changed meanwhile: reload and try again',
  410: 'What was followed is no longer kept',
  422: 'The cluster does not accept this',
  429: 'The cluster has too much to do',
}

/**
 * The cluster's answer as a failure (operator 9.1): its 422 is a 400 that joins the causes, whatever the console knows
 * no word for a 502.
 */
export const refusalOf = (status: number, body: unknown): Refused => {
  const read = v.safeParse(Status, body)
  const { message = '', reason = '', details } = read.success ? read.output : {}
  const causes = (details?.causes ?? []).map(({ field, message: why }) => [field, why].filter(Boolean).join(': '))
  const isDenied = status === 403 && isOfRoles(message)
  const taken = reason === 'AlreadyExists' && details?.name && `"${details.name}" exists already`
  const summary = taken || (status === 403 && !isDenied ? 'A rule of the cluster does not allow this' : words[status])
  return new Refused(status === 422 ? 400 : summary ? status : 502, summary ?? 'The cluster failed', {
    code: isDenied ? 'AccessDenied' : reason,
    detail: causes.join('; ') || message,
    missing: isDenied ? missingIn(message) : [],
  })
}

type Options = { signal?: AbortSignal | undefined }

/** What is done to a cluster with one token; every method throws `Refused` for what the cluster refuses. */
export const createClient = (api: Api, token: string) => {
  const send = async (ask: Ask): Promise<unknown> => {
    const { status, body } = await api.call(token, ask)
    if (status >= 400) throw refusalOf(status, body)
    return body
  }

  /** All pages of a list, in the order of the cluster. */
  const pages = async function* (path: string, query: Ask['query'], { signal }: Options) {
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

    list: async (path: string, query?: Ask['query'], options: Options = {}): Promise<Resource[]> => {
      const found: Resource[] = []
      for await (const { items } of pages(path, query, options)) found.push(...(items ?? []))
      return found
    },

    /** What a list has, one after the other: no more than a page of it is in memory. */
    each: async function* (path: string, query?: Ask['query'], options: Options = {}): AsyncGenerator<Resource> {
      for await (const { items } of pages(path, query, options)) yield* items ?? []
    },

    /**
     * All of a list, and the state of the cluster that it is of, from which a watch goes on. A list of many pages that
     * took too long begins anew.
     */
    listed: async (
      path: string,
      query?: Ask['query'],
      options: Options = {},
    ): Promise<{ items: Resource[]; version: string | undefined }> => {
      for (let again = true; ; again = false) {
        const found: Resource[] = []
        let version: string | undefined
        try {
          for await (const { items, metadata } of pages(path, query, options)) {
            found.push(...(items ?? []))
            version = metadata.resourceVersion
          }
          return { items: found, version }
        } catch (error) {
          if (!again || !(error instanceof Refused) || error.status !== 410) throw error
        }
      }
    },

    create: async (path: string, body: object, query?: Ask['query']) =>
      (await send({ method: 'POST', path, body, query })) as Resource,

    /** Writes all of it; `metadata.resourceVersion` says which state it was made from, and a later one is a 409. */
    replace: async (path: string, body: object, query?: Ask['query']) =>
      (await send({ method: 'PUT', path, body, query })) as Resource,

    /** An object is merged (null removes), a list of operations is done in order. */
    patch: async (path: string, change: object) =>
      (await send({
        method: 'PATCH',
        path,
        body: change,
        type: Array.isArray(change) ? 'application/json-patch+json' : 'application/merge-patch+json',
      })) as Resource,

    /** `options` as the cluster's DeleteOptions: `propagationPolicy`, `preconditions`. */
    remove: async (path: string, options?: object) => void (await send({ method: 'DELETE', path, body: options })),

    /** What goes on: the lines of a log, or of a watch. */
    stream: async (path: string, query: Ask['query'], signal: AbortSignal) => {
      const { status, body } = await api.stream(token, { method: 'GET', path, query, signal })
      if (status < 400) return body
      const chunks: Uint8Array[] = []
      for await (const chunk of body) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString()
      throw refusalOf(status, text.startsWith('{') ? JSON.parse(text) : { message: text })
    },
  }
}

/** A cluster in the hands of one token. */
export type Client = ReturnType<typeof createClient>
