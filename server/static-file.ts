import * as v from 'valibot'

/** A file of the browser half, as a build describes it in `manifest.json`. */
export const File = v.object({
  size: v.number(),
  type: v.string(),
  etag: v.string(),
  immutable: v.boolean(),
  br: v.optional(v.number()),
  gz: v.optional(v.number()),
})
export type File = v.InferOutput<typeof File>
