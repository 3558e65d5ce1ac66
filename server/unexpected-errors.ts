import { sep } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Installed } from './installed-plugins.ts'
import { uncaughtException, unhandledRejection } from './messages.ts'

/** Id of the plugin that an error comes from, by the files in its stack. Source maps name files of the repository. */
const pluginOf = (error: unknown, installed: readonly Installed[]): string | undefined => {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line)) : []
  const isIn = (line: string, { id, folder, origin }: Installed) =>
    line.includes(`${folder}${sep}`) || (origin === 'built-in' && line.includes(`${sep}plugins${sep}${id}${sep}`))
  const [id] = lines.flatMap((line) => installed.find((plugin) => isIn(line, plugin))?.id ?? [])
  return id
}

/**
 * Logs errors that no code handles, with the id of the plugin that they come from. Rejections do not end the process;
 * after an exception its state is unknown, and it ends or `stopOnSignal` stops it.
 */
export const logUnexpectedErrors = (log: FastifyBaseLogger, installed: readonly Installed[]) => {
  process.on('unhandledRejection', (err) => log.error({ plugin: pluginOf(err, installed), err }, unhandledRejection))
  process.on('uncaughtExceptionMonitor', (err) =>
    log.fatal({ plugin: pluginOf(err, installed), err }, uncaughtException),
  )
}
