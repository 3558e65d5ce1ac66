import * as v from 'valibot'
import { Failure } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import { CorsRule } from '../contract.ts'
import { NOT_OFFERED, elementsIn, hasCode, toXml, unescape, fallbackOn } from 'stowage/engines/s3'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'
import { childrenOf } from './xml.ts'

/** Element names of a rule's lists in the XML document. */
const lists = {
  AllowedOrigin: 'AllowedOrigins',
  AllowedMethod: 'AllowedMethods',
  AllowedHeader: 'AllowedHeaders',
  ExposeHeader: 'ExposeHeaders',
} as const

const single = ['ID', 'MaxAgeSeconds']

const isList = (name: string): name is keyof typeof lists => Object.hasOwn(lists, name)

/** Parses a rule; `undefined` if it contains unknown elements, which an edit would lose. */
const readRule = (inner: string): CorsRule | undefined => {
  const rule: Record<string, unknown> = {}
  for (const { name, inner: written } of elementsIn(inner)) {
    const value = unescape(written).trim()
    if (isList(name)) rule[lists[name]] = [...((rule[lists[name]] as string[] | undefined) ?? []), value]
    else if (single.includes(name)) rule[name] = name === 'ID' ? value : Number(value)
    else return undefined
  }
  const { success, output } = v.safeParse(CorsRule, rule)
  return success ? output : undefined
}

const writeRule = ({ ID, AllowedOrigins, AllowedMethods, AllowedHeaders, ExposeHeaders, MaxAgeSeconds }: CorsRule) => ({
  ID,
  AllowedOrigin: AllowedOrigins,
  AllowedMethod: AllowedMethods,
  AllowedHeader: AllowedHeaders,
  ExposeHeader: ExposeHeaders,
  MaxAgeSeconds,
})

const UNKNOWN_SETTINGS = messages.corsRulesHaveUnsupportedSettings

/** CORS rules of a bucket. `refusalOf` returns why a server that allows reading them does not allow changes. */
export const createCors = (
  { subResources }: Pick<S3AdapterContext, 'subResources'>,
  refusalOf: (bucket: string) => Promise<string | undefined> = async () => undefined,
) => {
  const { read, put, clear } = subResources

  const rulesOf = async (bucket: string) => {
    const xml = await fallbackOn(read(bucket, 'cors'), ['NoSuchCORSConfiguration'], '')
    return childrenOf(xml).map(({ name, inner }) => (name === 'CORSRule' ? readRule(inner) : undefined))
  }

  return {
    cors: async (bucket) => {
      const readable = await rulesOf(bucket)
      const rules = readable.flatMap((rule) => rule ?? [])
      const refusal = (await refusalOf(bucket)) ?? (rules.length < readable.length ? UNKNOWN_SETTINGS : undefined)
      return { rules, ...(refusal && { refusal }) }
    },

    setCors: async (bucket, rules) => {
      if ((await rulesOf(bucket)).includes(undefined)) throw new Failure(409, UNKNOWN_SETTINGS)
      try {
        if (rules.length === 0) await clear(bucket, 'cors')
        else await put(bucket, 'cors', toXml('CORSConfiguration', { CORSRule: rules.map(writeRule) }))
      } catch (error) {
        if (!hasCode(error, NOT_OFFERED, 'MalformedXML')) throw error
        const refusal = await refusalOf(bucket)
        if (refusal === undefined && error.code !== NOT_OFFERED) throw error
        throw new Failure(501, refusal ?? error.message, { detail: error.detail })
      }
    },
  } satisfies Partial<BucketsBackend>
}
