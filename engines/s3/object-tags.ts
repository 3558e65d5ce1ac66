import * as v from 'valibot'
import type { S3Caller } from './caller.ts'
import type { Client, Request } from './client.ts'
import { fallbackOn } from './has-code.ts'
import type { ListPage } from './list-xml.ts'
import { parseResponse } from './response.ts'
import { fromXml } from './xml.ts'

const Tagging = v.object({
  TagSet: v.union([
    v.literal(''),
    v.object({ Tag: v.array(v.object({ Key: v.string(), Value: v.optional(v.string(), '') })) }),
  ]),
})

/** Tags of the version of an object at a path. */
export const requestTags = async (
  call: (request: Request) => ReturnType<Client['call']>,
  path: string,
  version: string | undefined,
): Promise<Record<string, string>> => {
  const { body } = await call({ method: 'GET', path, query: { tagging: '', versionId: version } })
  const { TagSet } = parseResponse(Tagging, fromXml(body.toString(), 'Tagging'))
  return Object.fromEntries(TagSet === '' ? [] : TagSet.Tag.map(({ Key, Value }) => [Key, Value]))
}

/** Codes for an object whose tags the caller may not read, or that was deleted since. */
const unseen = ['AccessDenied', 'MethodNotAllowed', 'NoSuchKey', 'NoSuchVersion']

/** Reads the tags of all objects of a page. Throws `Failure` 501 if the server has no tags. */
export const readTags = async (
  { client, capabilities }: S3Caller,
  tagsOf: (bucket: string, key: string, version: string | undefined) => Promise<Record<string, string>>,
  page: ListPage,
  bucket: string,
): Promise<ListPage> => {
  const entries = page.entries.map((entry) =>
    client.oneOfMany(async () => {
      if (entry.deleted) return entry
      const work = () => tagsOf(bucket, entry.key, entry.version)
      const tags = await fallbackOn(capabilities.use('object-tags', bucket, 'read', work), unseen, undefined)
      return tags ? { ...entry, tags } : entry
    }),
  )
  return { ...page, entries: await Promise.all(entries) }
}
