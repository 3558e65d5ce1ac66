import { moduleNotOnEngine, moduleUnknown } from './messages.ts'

/** Entry points that adapters for an engine may import, besides the shared ones. */
const modulesOf: Readonly<Record<string, readonly string[]>> = {
  embedded: ['embedded'],
  s3: ['s3'],
  minio: ['s3', 'minio'],
  kubernetes: ['kubernetes'],
}

/** Modules of which this process has one instance: server halves of plugins import them by name. */
const modules: Readonly<Record<string, () => Promise<object>>> = {
  stowage: () => import('../entry/protocol.ts'),
  'stowage/server': () => import('../entry/server.ts'),
  'stowage/iam': () => import('../entry/iam.ts'),
  'stowage/engines/embedded': () => import('../entry/engines/embedded.ts'),
  'stowage/engines/s3': () => import('../entry/engines/s3.ts'),
  'stowage/engines/minio': () => import('../entry/engines/minio.ts'),
  'stowage/engines/kubernetes': () => import('../entry/engines/kubernetes.ts'),
  valibot: () => import('valibot'),
}

const loaded = new Map<string, object>()

const load = async (name: string): Promise<object> => {
  const module = loaded.get(name) ?? (await modules[name]?.())
  if (!module) throw new Error(moduleUnknown(name))
  loaded.set(name, module)
  return module
}

const get = (name: string): object => {
  const module = loaded.get(name)
  if (!module) throw new Error(moduleNotOnEngine(name))
  return module
}

/** Read by the imports that `build/host-modules.mjs` generates. */
Object.assign(globalThis, { [Symbol.for('stowage.modules')]: { get, load } })

/** Loads all modules that any server half may import. */
export const provideModules = async () => {
  await Promise.all(['stowage', 'stowage/server', 'stowage/iam', 'valibot'].map(load))
}

/** Loads all modules that adapters for an engine may import. */
export const provideEngine = async (engine: string) => {
  await Promise.all((modulesOf[engine] ?? []).map((name) => load(`stowage/engines/${name}`)))
}
