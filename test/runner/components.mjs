/**
 * Names of components whose absence is a failure instead of a skip, from the variable `REQUIRE` (`chromium,minio`).
 */
const requiredComponents = () => (process.env.REQUIRE ?? '').split(/[\s,]+/).filter(Boolean)

/** Components that tests look for, as `REQUIRE` names them. */
export const components = [
  'chromium',
  'minio',
  'versity',
  'seaweedfs',
  'etcd',
  'kube-apiserver',
  'helm',
  'openssl',
  'slapd',
  'postgresql',
  'mariadb',
  'redis',
  'mosquitto',
  'nats',
  'rabbitmq',
  'prometheus',
  'promtool',
  'dpkg',
  'rpm',
  'systemd',
  'nginx',
  'buildah',
  'actionlint',
  'schemathesis',
  'small-disk',
]

/** Names in `REQUIRE` that no test knows. */
export const unknownRequired = () => requiredComponents().filter((name) => !components.includes(name))

/**
 * Returns `found`, whether this machine has a component.
 * @throws where it is absent and `REQUIRE` names it: tests that need it must not count as skipped then.
 */
export const isPresent = (name, found) => {
  if (!found && requiredComponents().includes(name))
    throw new Error(`REQUIRE names ${name}, but this machine does not have it, or tests do not find it`)
  return found
}
