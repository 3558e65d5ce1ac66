import { StartError } from '../../engines/start-error.ts'
import type { Config } from '../config.ts'
import type { KeyPair } from '../config-storage.ts'
import { detectConfig } from '../detect-storage.ts'
import type { Flags } from '../flags.ts'
import { chooseServers, readServers } from '../servers.ts'
import { readSetup } from '../setup.ts'
import { type Check, failed } from './check.ts'
import { diagnose } from './doctor.ts'
import { chooseServerForKeys, severalServersGuide } from '../messages.ts'

type Options = {
  flags: Flags
  environment: NodeJS.ProcessEnv
  /** Key pair to test, which belongs to one server. */
  keyPair: KeyPair | undefined
  /** Name of the only server to check. */
  only: string | undefined
}

/** Reads a configuration as the start does, and what it detects about the storage. */
const readDetected = (flags: Flags, environment: NodeJS.ProcessEnv) => async () => {
  const detected: string[] = []
  const detect = (config: Config) => detectConfig(config, (_fields, message) => detected.push(message))
  return { setup: await readSetup(flags, environment, detect), detected }
}

/** Checks the configuration of a console, for each of its servers if it has several. */
export async function* diagnoseServers({ flags, environment, keyPair, only }: Options): AsyncGenerator<Check> {
  let servers: ReturnType<typeof chooseServers>
  try {
    servers = chooseServers(readServers(flags, environment)?.servers, only)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    yield failed('Configuration', error.message, severalServersGuide)
    return
  }
  if (!servers) return yield* diagnose(readDetected(flags, environment), keyPair)
  if (keyPair && servers.length > 1) throw new StartError(chooseServerForKeys)
  for (const { name, ...own } of servers) {
    for await (const check of diagnose(readDetected(own.flags, own.environment), keyPair))
      yield { ...check, check: `${name}: ${check.check}` }
  }
}
