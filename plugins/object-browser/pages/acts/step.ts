/** An object, or a version of it, and where its copy is to be. */
export type Step = { path: string; version_id?: string | undefined; to: string }

/** How objects are copied; nothing for `bucket` means the same one. */
export type How = {
  bucket?: string
  mode?: 'copy' | 'move'
  versions?: 'newest' | 'all'
  existing?: 'keep' | 'replace'
}
