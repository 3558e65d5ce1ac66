export {
  type Client,
  kindAt,
  pathOf,
  toKubernetesError,
  KubernetesError,
  type Resource,
} from '../../engines/kubernetes/client.ts'
export { readConfigEnv, withConfigEnv, writeConfigEnv } from '../../engines/kubernetes/config-env.ts'
export { isNamespaceMissing } from '../../engines/kubernetes/error-texts.ts'
export type { KubeBackgroundContext, KubeCaller } from '../../engines/kubernetes/kit.ts'
export { mergePatch } from '../../engines/kubernetes/merge-patch.ts'
export { unitsOf } from '../../engines/kubernetes/quantity.ts'
export { checkAccess } from '../../engines/kubernetes/rights.ts'
export { poolsOf, sizeOf, tenantAt, tenantKind } from '../../engines/kubernetes/tenant.ts'
export { mergeInBatches } from '../../engines/kubernetes/merge-in-batches.ts'
export { type Change, watchList, poll } from '../../engines/kubernetes/watch.ts'
export { readYaml, writeYaml, YamlError } from '../../engines/kubernetes/yaml.ts'
