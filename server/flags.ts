import { parseArgs } from 'node:util'
import { StartError } from '../engines/start-error.ts'
import { suggest } from './suggest.ts'

/** Output of `--help`. */
export const usage = `stowage [flags]
stowage check [--data <folder>] [--accept]              reads all of a stopped data folder and says what is wrong;
                                                        --without-key where a backup leaves encryption.key out
stowage backup <folder> [--data <folder>] [--with-key]  copies the data folder of a console, running or not
stowage plugin add <folder or archive> | list | remove <id>  [--data <folder>]
                                                        changes the added plugins (CONSOLE_PLUGIN_DIR); counts from the next start

  --port <number>       the port to listen on (CONSOLE_PORT; 9090)
  --host <address>      the address to listen on (CONSOLE_HOSTNAME; 127.0.0.1)
  --data <folder>       where the embedded engine keeps everything, and with MinIO the console what is its own (CONSOLE_DATA; ./data)
  --certs-dir <folder>  public.crt and private.key for TLS, CAs/ for authorities to trust (CONSOLE_CERTS_DIR)
  --help, --version

CONSOLE_MINIO_SERVER=https://… connects to a MinIO-compatible server instead, CONSOLE_OPERATOR_MODE=on manages the tenants of a
Kubernetes cluster, and CONSOLE_OPERATOR_MODE=demo shows that on a cluster of its own. docs/configuration.md lists every variable.`

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
    return `${flag} is not known; ${suggestion ? `did you mean ${suggestion}?` : 'see --help'}`
  }
  if (error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return `"${/'([^']*)'/.exec(error.message)?.[1]}" is not a flag; see --help`
  if (flag) return `${flag} needs a value; see --help`
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
