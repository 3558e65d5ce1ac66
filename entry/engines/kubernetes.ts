// For adapters on clusters: addresses, parsing, formatting and errors. Functions that need a caller or the cluster
// are in the adapter context.

// resources
export { type Client, kindAt, pathOf, type Resource } from '../../engines/kubernetes/client.ts'
export { poolsOf, sizeOf, tenantAt, tenantKind } from '../../engines/kubernetes/tenant.ts'
export { type Change, poll } from '../../engines/kubernetes/watch.ts'

// formats
export { readConfigEnv, withConfigEnv, writeConfigEnv } from '../../engines/kubernetes/config-env.ts'
export { mergeInBatches } from '../../engines/kubernetes/merge-in-batches.ts'
export { mergePatch } from '../../engines/kubernetes/merge-patch.ts'
export { parseQuantity } from '../../engines/kubernetes/quantity.ts'
export { readYaml, writeYaml, YamlError } from '../../engines/kubernetes/yaml.ts'

// errors
export { KubernetesError, toKubernetesError } from '../../engines/kubernetes/client.ts'
export { isNamespaceMissing } from '../../engines/kubernetes/error-texts.ts'
