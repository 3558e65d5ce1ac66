/** What the list of plugins needs from an engine, acting as the signed-in caller. */
export type PluginsBackend = {
  /** Throws `Failure` 403 unless the caller may see the list. */
  assertAllowed(): Promise<void>
}
