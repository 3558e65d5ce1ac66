/** A version of an object, or the one that readers get, and where a copy of it is to be. */
export type Copying = {
  from: { bucket: string; key: string; version: string | undefined }
  to: { bucket: string; key: string }
  /** Whether an object that is there already is replaced, as an upload does, or stays. */
  existing: 'keep' | 'replace'
  /**
   * What is said of the copy in place of what is said of the source: headers by their names, people's own with
   * `x-amz-meta-`.
   */
  metadata?: Readonly<Record<string, string>>
}

/** Copies within the storage. Throws `Failure`: 404 for no source, 409 where one is there that is to stay. */
export type CopyBackend = {
  /** Resolved means durable. Tags come with the copy; holds and retention do not. */
  copy(copying: Copying): Promise<void>
  /** Copies, and then removes the source as `remove` does; broken off in between there are two. */
  move(copying: Copying): Promise<void>
}
