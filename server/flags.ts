import { parseArgs } from 'node:util'
import { StartError } from '../engines/start-error.ts'
import { suggest } from './suggest.ts'

/** Output of `--help`. */
export const usage = `stowage [flags]                 starts the console
stowage doctor [flags]          checks the configuration, and everything from the address of the storage to its admin API
stowage check [flags]           reads a stopped data folder and lists what is damaged
stowage backup <folder> [flags] copies the data folder of a console, which may be running
stowage openapi [flags]         prints the calls of the HTTP API as an OpenAPI document
stowage plugin add <folder or archive> | list | remove <id>  [flags]
                                changes the added plugins (CONSOLE_PLUGIN_DIR), from the next start on

Flags (each has an environment variable):
  --port <number>       port to listen on (CONSOLE_PORT; default 9090)
  --host <address>      address to listen on (CONSOLE_HOSTNAME; default 127.0.0.1)
  --data <folder>       data folder (CONSOLE_DATA; default ./data)
  --certs-dir <folder>  public.crt and private.key for TLS, CAs/ for trusted authorities (CONSOLE_CERTS_DIR)
  --help, --version

Flags of doctor:
  --data, --certs-dir
  --access-key <name>, --secret-key-file <file>  key pair to test; "-" reads the secret key from standard input
  --json                                         prints the results as JSON
  --server <name>       only this server of CONSOLE_SERVERS

Flags of check:
  --data
  --accept              moves files that belong to no object to lost/
  --without-key         accepts that a backup does not contain encryption.key

Flags of openapi:
  --data, --certs-dir
  --server <name>       server of CONSOLE_SERVERS (default: the first)

Flags of plugin:
  --data

Flags of backup:
  --data
  --with-key            also copies encryption.key

CONSOLE_MINIO_SERVER=https://… connects to a server with the MinIO admin API. CONSOLE_OPERATOR_MODE=on manages the
tenants of a Kubernetes cluster, CONSOLE_OPERATOR_MODE=demo those of a simulated one. docs/configuration.md describes
all variables.`

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
