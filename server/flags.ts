import { parseArgs } from 'node:util'
import { StartError } from '../engines/start-error.ts'
import { suggest } from './suggest.ts'
import { flagNeedsValue, notFlag, didYouMeanFlag } from './messages.ts'

const flags = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  'certs-dir': { type: 'string' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const

const explain = (error: NodeJS.ErrnoException) => {
  const flag = /'(--?[^'\s=]*)/.exec(error.message)?.[1]
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && flag) {
    const suggestion = suggest(
      flag,
      Object.keys(flags).map((name) => `--${name}`),
    )
    return `${flag} is not known; ${suggestion ? didYouMeanFlag(suggestion) : 'see --help'}`
  }
  if (error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return notFlag(/'([^']*)'/.exec(error.message)?.[1])
  if (flag) return flagNeedsValue(flag)
  return error.message
}

/** Parses the command line. Throws `StartError` for an unknown flag or a missing value. */
export const readFlags = (args: string[]) => {
  try {
    return parseArgs({ args, options: flags, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new StartError(explain(error as NodeJS.ErrnoException))
  }
}

/** Parsed flags, as text. */
export type Flags = ReturnType<typeof readFlags>
