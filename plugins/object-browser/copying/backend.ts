/** Whether an object of the same name is kept, and nothing stored, or replaced. */
export type Existing = 'keep' | 'replace'

/** A version of an object (by default the current one), and the target of its copy. */
export type Copying = {
  from: { bucket: string; key: string; version: string | undefined }
  to: { bucket: string; key: string }
  existing: Existing
  /** Headers that replace the source's metadata, by name; user metadata has the prefix `x-amz-meta-`. */
  metadata?: Readonly<Record<string, string>>
}

/**
 * Copies within the storage. Throws `Failure`: 404 for a missing source, 409 if the target exists and is to be kept.
 */
export type CopyBackend = {
  /**
   * The copy is durable once this resolves. Tags, encryption and storage class are copied. Legal hold and retention are
   * copied only if an object is copied onto itself.
   */
  copy(copying: Copying): Promise<void>
  /**
   * Copies including legal hold and retention, then deletes the source like `remove`. If interrupted in between, both
   * exist. 409 if the target does not support locks.
   */
  move(copying: Copying): Promise<void>
}
