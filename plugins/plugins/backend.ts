/** Backend of the list of plugins, acting as the signed-in caller. */
export type PluginsBackend = {
  /** Throws `Failure` 403 unless the caller may see the list, and 404 in operator mode. */
  assertAllowed(): Promise<void>
  /** The same in operator mode, and 404 elsewhere. */
  assertAllowedInCluster(): Promise<void>
}
