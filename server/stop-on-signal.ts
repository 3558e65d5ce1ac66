import { setImmediate as afterPoll, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { consoleDidNotStop } from './messages.ts'

/** Time limit for running requests, in ms. systemd and Kubernetes wait 30 s before they kill. */
const FOR_REQUESTS = 25_000

/** Whether the console is about to stop: it is not ready any longer, and connections end with their response. */
export type Stopping = { requested: boolean }

/** Most connections accepted before the server closes, so that a busy one ends. */
const MAX_ACCEPTED = 1000

/**
 * Accepts the waiting connections before the server closes, which would reset them. An iteration of the event loop
 * accepts one. Called before the server starts, after all other hooks.
 */
export const acceptBeforeClose = (app: FastifyInstance) => {
  let accepted = 0
  app.server.on('connection', () => {
    accepted += 1
  })
  app.addHook('preClose', async () => {
    const last = accepted + MAX_ACCEPTED
    for (let before = -1; before !== accepted && accepted < last; ) {
      before = accepted
      await afterPoll()
    }
  })
}

/**
 * Stops on a signal: reports not ready, for `delay` ms on SIGTERM, so that load balancers send requests elsewhere;
 * finishes requests, then closes the storage. A second signal stops immediately. An uncaught exception also stops it,
 * without a delay and with exit code 1.
 */
export const stopOnSignal = (
  app: FastifyInstance,
  closeStorage: () => Promise<unknown>,
  { stopping, delay }: { stopping: Stopping; delay: number },
) => {
  const close = async (ms: number) => {
    if (ms > 0) await pause(ms)
    setTimeout(() => app.server.closeAllConnections(), FOR_REQUESTS).unref()
    await app.close()
    await closeStorage()
  }
  const stop = (ms: number, exitCode: number) => {
    stopping.requested = true
    close(ms).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        app.log.fatal({ err: error }, consoleDidNotStop)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // during a transaction an exit might wait forever, and data on disk survives this as well
      if (stopping.requested) return void process.kill(process.pid, 'SIGKILL')
      app.log.info({ signal }, 'stopping')
      stop(signal === 'SIGTERM' ? delay : 0, 0)
    })
  }
  process.on('uncaughtException', () => stopping.requested || stop(0, 1))
}
