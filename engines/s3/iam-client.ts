import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import { type Feature, missingFeatures } from '../../core/protocol/features.ts'
import { NOT_OFFERED, notOffered } from './capabilities.ts'
import type { Client } from './client.ts'
import { isReadOnlyIam, isWithoutIam } from './error-texts.ts'
import { hasCode } from './has-code.ts'
import { responseUnreadable, iamActionMissing } from './messages.ts'
import { parseResponse } from './response.ts'
import type { Keys } from './sign.ts'
import { elementsIn, type Span, unescape } from './xml.ts'

/** Parameters of a call; those without a value are omitted. */
export type IamParameters = Readonly<Record<string, string | boolean | undefined>>

/** Version of AWS's IAM API, the only one. */
const VERSION = '2010-05-08'

/** Largest number of pages of a list; a server that repeats its marker would otherwise never end. */
const MAX_PAGES = 1000

/** Whether a server does not know an action. */
const isUnknownAction = (error: unknown): error is Failure =>
  hasCode(error, 'NotImplemented', 'InvalidAction') || (error instanceof Failure && error.status === 501)

/** Whether a server does not have the API. Some answer with a status only. */
const hasNoApi = (error: unknown): error is Failure =>
  hasCode(error, 'MethodNotAllowed') || (error instanceof Failure && (error.status === 405 || isWithoutIam(error)))

/** The feature that an action belongs to: `ListGroupsForUser`, `AttachUserPolicy`, `CreateAccessKey`, `GetUser`. */
const featureOf = (action: string): Feature => {
  if (action.includes('AccessKey')) return 'access-keys'
  if (action.includes('Polic')) return 'policies'
  return action.includes('Group') ? 'groups' : 'users'
}

/** An element as a plain value: text, an object of its children, or an array of its `member` elements. */
const valueOf = ({ inner }: Span): unknown => {
  const children = elementsIn(inner)
  if (children.length === 0) return unescape(inner)
  if (children.every(({ name }) => name === 'member')) return children.map(valueOf)
  return Object.fromEntries(children.map((child) => [child.name, valueOf(child)]))
}

/** The result element of a response, as a plain value. Responses without a result have an empty one. */
const resultOf = (action: string, xml: string): unknown => {
  const root = elementsIn(xml).find(({ name }) => name === `${action}Response`)
  if (!root) throw new Failure(502, responseUnreadable, { detail: xml.slice(0, 200) })
  const result = elementsIn(root.inner).find(({ name }) => name === `${action}Result`)
  const value = result && valueOf(result)
  return typeof value === 'object' ? value : {}
}

/** A list in a response, which is empty text without entries. */
const listOf = <S extends v.GenericSchema>(entry: S) =>
  v.optional(
    v.union([
      v.array(entry),
      v.pipe(
        v.string(),
        v.transform((): v.InferOutput<S>[] => []),
      ),
    ]),
    [],
  )

const Page = v.object({ IsTruncated: v.optional(v.string()), Marker: v.optional(v.string()) })

/**
 * Client for AWS's IAM API, which some S3 servers have at the address of S3. It sends only `POST /` with a form, which
 * addresses neither a bucket nor an object.
 */
export const createIamClient = (client: Client, keys: Keys) => {
  const send = async (action: string, parameters: IamParameters = {}): Promise<unknown> => {
    const form = new URLSearchParams({ Action: action, Version: VERSION })
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) form.set(name, String(value))
    try {
      const { body } = await client.call(
        {
          method: 'POST',
          path: '/',
          service: 'iam',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: form.toString(),
          repeatable: /^(List|Get)/.test(action),
        },
        keys,
      )
      return resultOf(action, body.toString())
    } catch (error) {
      if (hasNoApi(error)) throw notOffered(featureOf(action), error.detail)
      if (error instanceof Failure && isReadOnlyIam(error)) {
        if (!/^(List|Get)/.test(action))
          throw new Failure(403, missingFeatures['account-changes'], { code: 'AccessDenied', detail: error.detail })
      } else if (!isUnknownAction(error)) throw error
      throw new Failure(501, iamActionMissing(action), {
        code: NOT_OFFERED,
        detail: error.detail,
      })
    }
  }

  return {
    /** Sends a call whose result does not matter. Throws `Failure` 501 for an action that the server lacks. */
    send: async (action: string, parameters?: IamParameters): Promise<void> => void (await send(action, parameters)),

    /** Sends a call and parses its result. */
    read: async <S extends v.GenericSchema>(schema: S, action: string, parameters?: IamParameters) =>
      parseResponse(schema, await send(action, parameters)),

    /** Reads all pages of a list, which the result has under this name. */
    list: async <S extends v.GenericSchema>(entry: S, name: string, action: string, parameters: IamParameters = {}) => {
      const all: v.InferOutput<S>[] = []
      let marker: string | undefined
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const result = await send(action, { ...parameters, Marker: marker })
        const { [name]: entries } = result as Record<string, unknown>
        all.push(...parseResponse(listOf(entry), entries))
        const { IsTruncated, Marker } = parseResponse(Page, result)
        if (IsTruncated !== 'true' || !Marker || Marker === marker) break
        marker = Marker
      }
      return all
    },
  }
}

export type IamClient = ReturnType<typeof createIamClient>
