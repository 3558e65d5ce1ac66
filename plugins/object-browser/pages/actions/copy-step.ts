/** An object or version, and the target key of its copy. */
export type Step = { path: string; version_id?: string | undefined; to: string }

/** Copy options; without `bucket`, the target is the same bucket. */
export type CopyOptions = {
  bucket?: string
  mode?: 'copy' | 'move'
  versions?: 'newest' | 'all'
  existing?: 'keep' | 'replace'
}
