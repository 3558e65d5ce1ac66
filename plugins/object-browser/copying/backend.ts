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
  /**
   * Resolved means durable. Tags, encryption and storage class come with the copy. Legal hold and retention do so where
   * an object is copied onto itself, and only there.
   */
  copy(copying: Copying): Promise<void>
  /**
   * Copies with legal hold and retention, and then removes the source as `remove` does; broken off in between there are
   * two. 409 where the target cannot keep them.
   */
  move(copying: Copying): Promise<void>
}
