import { suite, type Test } from '../lib/suite.ts'
import { missingKube } from '../lib/kube.ts'
import { missingOwnMinio } from '../lib/minio.ts'
import { hasS3Server } from '../lib/s3-servers.ts'
import { type EngineName, engines, isS3Server } from '../lib/test-console.ts'
import { useConsole } from './console.ts'

/** Why this machine cannot run tests on an engine; `undefined` if it can. */
const missingProgram = (engine: EngineName) => {
  if (engine === 'minio') return missingOwnMinio()
  if (engine === 'cluster') return missingKube()
  return isS3Server(engine) && !hasS3Server(engine) ? `this machine has no ${engine}` : undefined
}

/** Defines a suite in a console on this engine; without its program the tests are skipped by name. */
export const suiteOn = (
  engine: EngineName,
  name: string,
  storageEnv: Record<string, string> = {},
  env: Record<string, string> = {},
  axe = true,
): Test => {
  const test = suite(name, missingProgram(engine))
  useConsole(test, { on: engine, storageEnv, env, axe })
  return test
}

/** Defines a test on the first engine only: for behavior of pages that does not depend on the engine. */
type Once = (name: string, run: Parameters<Test>[1]) => void

/** Defines a suite in a console on every engine; `storageEnv` is the environment of the MinIO server. */
export const onEveryEngine = (
  name: string,
  define: (test: Test, engine: EngineName, once: Once) => void,
  storageEnv: Record<string, string> = {},
) => {
  for (const engine of engines) {
    const test = suiteOn(engine, `${name} on ${engine}`, storageEnv, {}, engine === engines[0])
    define(test, engine, engine === engines[0] ? test : () => {})
  }
}
