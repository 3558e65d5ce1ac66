import { suite, type Test } from 'uvu'
import { hasOwnMinio, noOwnMinio } from '../lib/minio.ts'
import { type EngineName, engines } from '../lib/place.ts'
import { useConsole } from './console.ts'

const noHook: Test['before'] = Object.assign(() => {}, { each: () => {} })

/** Counts every test as skipped instead of defining it, runs no hook, and says why. */
const skipping = (name: string): Test => {
  const test = suite(name)
  console.log(`${name} is skipped: ${noOwnMinio}`)
  return Object.assign(() => test.skip(), test, { before: noHook, after: noHook })
}

/** A suite in a console on this engine, with more in its environment; where there is no MinIO of its own its tests are skipped, by name. */
export const suiteOn = (engine: EngineName, name: string, env: Record<string, string> = {}): Test => {
  const test = engine === 'minio' && !hasOwnMinio() ? skipping(name) : suite(name)
  useConsole(test, { on: engine, env })
  return test
}

/** Defines a suite in a console on every engine. */
export const onEveryEngine = (name: string, define: (test: Test, engine: EngineName) => void) => {
  for (const engine of engines) {
    const test = suiteOn(engine, `${name} on ${engine}`)
    define(test, engine)
    test.run()
  }
}
