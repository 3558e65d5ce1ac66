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
  'moto',
  'garage',
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
  'debian',
  'node-24',
  'qemu',
  'actionlint',
  'schemathesis',
  'small-disk',
]

/** Names in `REQUIRE` that are not in `components`. */
export const unknownRequired = () => requiredComponents().filter((name) => !components.includes(name))

/**
 * Returns `found`, whether this machine has a component. @throws if it is missing and `REQUIRE` names it, because tests
 * that need it must not be skipped then.
 */
export const isPresent = (name, found) => {
  if (!found && requiredComponents().includes(name))
    throw new Error(`REQUIRE names ${name}, but this machine does not have it, or tests do not find it`)
  return found
}
